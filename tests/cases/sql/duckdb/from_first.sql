-- dialect: duckdb
-- input: t(a, b)
-- output: o
create table o as from t select a where b > 1
-- expect
-- o.a <- t.a IDENTITY
-- o <- t.b FILTER
