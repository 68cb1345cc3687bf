-- dialect: bigquery
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select translate(a, b, c) as x from t
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- t.b TRANSFORMATION
-- o.x <- t.c TRANSFORMATION
