-- dialect: spark
-- input: t(a, b, c)
-- output: o(k)
insert into o (k) table t |> select sum(a) over w window w as (partition by b)
-- expect
-- o.k <- t.a AGGREGATION
-- problem: window w is not described
