-- dialect: bigquery
-- input: ds.t(k, a, b)
-- output: ds.o
create table ds.o as select k, array_agg(struct(a as x, b as y) order by b limit 1)[offset(0)] as top from ds.t group by k
-- expect
-- ds.o.k <- ds.t.k IDENTITY
-- ds.o.top <- ds.t.a AGGREGATION
-- ds.o.top <- ds.t.b AGGREGATION
-- ds.o.top <- ds.t.b SORT
-- ds.o <- ds.t.k GROUP_BY
