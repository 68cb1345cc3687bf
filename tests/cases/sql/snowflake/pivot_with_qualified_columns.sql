-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select * from t pivot (sum(t.b) for t.c in ('x')) as p
-- expect
-- o.a <- t.a IDENTITY
-- o.x <- t.b AGGREGATION
-- o.x <- t.c CONDITIONAL
-- o <- t.a GROUP_BY
