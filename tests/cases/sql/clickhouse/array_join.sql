-- dialect: clickhouse
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a, b, x from t array join b, c as x
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b TRANSFORMATION
-- o.x <- t.c TRANSFORMATION
