-- dialect: bigquery
-- input: ds.t(id, address)
-- output: ds.o
create table ds.o as select t.address.city as city, address.zip as zip from ds.t as t
-- expect
-- ds.o.city <- ds.t.address TRANSFORMATION
-- ds.o.zip <- ds.t.address TRANSFORMATION
