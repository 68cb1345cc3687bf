-- dialect: bigquery
-- input: ds.t(id, arr)
-- output: ds.o
create table ds.o as select (select array_agg(x.c) from unnest(t.arr) x) as cs from ds.t t
-- expect
-- ds.o.cs <- ds.t.arr AGGREGATION
-- ds.o.cs <- ds.t.arr JOIN
