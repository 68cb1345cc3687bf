-- dialect: bigquery
-- input: ds.t(a, b, c)
-- output: ds.o
create table ds.o as select * except (a) replace (b + c as c) from ds.t
-- expect
-- ds.o.b <- ds.t.b IDENTITY
-- ds.o.c <- ds.t.b TRANSFORMATION
-- ds.o.c <- ds.t.c TRANSFORMATION
