-- dialect: bigquery
-- input: ds.t
-- output: ds.o(a, b)
create table ds.o as select * except (a) from ds.t
-- expect
-- ds.o.b <- ds.t.b IDENTITY guessed
-- unknown: ds.t
