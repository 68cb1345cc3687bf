-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (k, x, y)
select p.a, p.x, p.y from t as s pivot (sum(b) for c in ([x], [y])) as p
-- expect
-- o.k <- t.a IDENTITY
-- o.x <- t.b AGGREGATION
-- o.x <- t.c CONDITIONAL
-- o.y <- t.b AGGREGATION
-- o.y <- t.c CONDITIONAL
-- o <- t.a GROUP_BY
