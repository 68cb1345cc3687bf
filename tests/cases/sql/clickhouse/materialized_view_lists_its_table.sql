-- dialect: clickhouse
-- input: t(a, b)
-- output: o
create materialized view v to o (b UInt8, a UInt8) as select a, b from t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
