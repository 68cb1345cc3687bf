-- dialect: postgres
-- input: a
-- output: o
create table o as select * from a where z > 1
-- expect
-- o <- a.z FILTER
-- unknown: a
-- reads: a
-- problem: all columns of a go to o: which, is not known
