-- dialect: postgres
-- input: a(x)
-- output: o(p, q)
insert into o select x, missing from a
-- expect
-- o.p <- a.x IDENTITY
-- problem: no table has a column missing
