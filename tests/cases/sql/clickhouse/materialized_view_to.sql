-- dialect: clickhouse
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create materialized view mv to o as select a, sum(b) as s from t group by a
-- expect
-- o.a <- t.a IDENTITY
-- o.s <- t.b AGGREGATION
-- o <- t.a GROUP_BY
