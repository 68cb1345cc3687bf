-- dialect: duckdb
-- input: t(a, b)
-- output: o(a, b)
insert into o select a, sum(b) from t group by all
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b AGGREGATION
-- o <- t.a GROUP_BY
