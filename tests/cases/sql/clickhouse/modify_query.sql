-- dialect: clickhouse
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
alter table o modify query select a, sum(b) as s from t group by a
-- expect
-- o <- t.a GROUP_BY
-- o.a <- t.a IDENTITY
-- o.s <- t.b AGGREGATION
