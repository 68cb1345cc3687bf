-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select object_construct(a, b) as x from t
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- t.b TRANSFORMATION
