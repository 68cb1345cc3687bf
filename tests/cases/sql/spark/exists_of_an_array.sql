-- dialect: spark
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select exists(b, x -> x > 1) as y from t
-- expect
-- o.y <- t.b TRANSFORMATION
