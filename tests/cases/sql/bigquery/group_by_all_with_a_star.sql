-- dialect: bigquery
-- input: t(a, b, c)
-- output: o
create table o as select * except (c), max(c) as m from t group by all
-- expect
-- o <- t.a GROUP_BY
-- o <- t.b GROUP_BY
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o.m <- t.c AGGREGATION
