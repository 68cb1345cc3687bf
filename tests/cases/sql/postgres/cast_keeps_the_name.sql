-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as select a::date, cast(b as int) from t
-- expect
-- o.a <- t.a TRANSFORMATION
-- o.b <- t.b TRANSFORMATION
