-- dialect: hive
-- input: t(a, b)
-- output: o
create table o as
select a, a + b from t
-- expect
-- o._c1 <- t.a TRANSFORMATION
-- o._c1 <- t.b TRANSFORMATION
-- o.a <- t.a IDENTITY
