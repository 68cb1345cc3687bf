-- dialect: spark
-- input: t(a, b, v)
-- output: o(a, b, v)
insert into o select a, b, sum(v) from t group by rollup (a, b)
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o.v <- t.v AGGREGATION
-- o <- t.a GROUP_BY
-- o <- t.b GROUP_BY
