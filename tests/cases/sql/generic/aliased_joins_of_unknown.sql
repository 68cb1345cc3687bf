-- input: t
-- input: u
-- output: o
create table o as select count(*) as n from (t cross join u) as x
-- expect
-- reads: t, u
-- unknown: t
-- unknown: u
