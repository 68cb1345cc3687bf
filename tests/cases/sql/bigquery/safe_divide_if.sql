-- dialect: bigquery
-- input: ds.t(a, b, c)
-- output: ds.o
create view ds.o as select if(c, safe_divide(a, b), 0) as r from ds.t
-- expect
-- ds.o.r <- ds.t.c CONDITIONAL
-- ds.o.r <- ds.t.a TRANSFORMATION
-- ds.o.r <- ds.t.b TRANSFORMATION
