-- dialect: spark
-- input: shop.t(a, b)
-- output: o(k, n)
insert into o (k, n) table shop.t |> where b > 1 |> select a, b |> order by a
-- expect
-- o.k <- shop.t.a IDENTITY
-- o.n <- shop.t.b IDENTITY
-- o <- shop.t.b FILTER
-- o <- shop.t.a SORT
