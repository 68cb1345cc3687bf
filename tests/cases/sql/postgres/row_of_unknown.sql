-- dialect: postgres
-- input: u
-- input: t(k)
-- output: o
create table o as
select row_to_json(u.*) as x from u
-- expect
-- problem: all columns of u as a value: they are not known
-- unknown: u
