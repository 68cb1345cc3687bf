-- dialect: oracle
-- input: t(a, b, c)
-- output: o
create materialized view o build immediate refresh complete on demand as select a, sum(b) as s from t group by a
-- expect
-- o.a <- t.a IDENTITY
-- o.s <- t.b AGGREGATION
-- o <- t.a GROUP_BY
