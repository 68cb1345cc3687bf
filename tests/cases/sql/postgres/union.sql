-- dialect: postgres
-- input: a(x, y)
-- input: b(p, q)
-- output: o(m, n)
insert into o select x, y from a union all select p, upper(q) from b
-- expect
-- o.m <- a.x IDENTITY
-- o.m <- b.p IDENTITY
-- o.n <- a.y IDENTITY
-- o.n <- b.q TRANSFORMATION
