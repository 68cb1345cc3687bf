-- dialect: clickhouse
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a from t final
-- expect
-- o.a <- t.a IDENTITY
