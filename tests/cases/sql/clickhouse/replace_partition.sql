-- dialect: clickhouse
-- input: t(a, b)
-- output: o(a, b)
alter table o replace partition 202401 from t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
