-- dialect: bigquery
-- input: t(k, a, b, c, d)
-- output: o
create table o as select * from t unpivot ((x, y) for label in ((a, b), (c, d)))
-- expect
-- o.k <- t.k IDENTITY
-- o.x <- t.a IDENTITY
-- o.x <- t.c IDENTITY
-- o.y <- t.b IDENTITY
-- o.y <- t.d IDENTITY
