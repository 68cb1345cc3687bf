-- dialect: duckdb
-- input: t(a, c, xs)
-- output: o
create table o as select [x + c for x in xs if x > a] as kept from t
-- expect
-- o.kept <- t.xs TRANSFORMATION
-- o.kept <- t.c TRANSFORMATION
-- o.kept <- t.xs FILTER
-- o.kept <- t.a FILTER
