-- dialect: teradata
-- input: t(a, b)
-- output: o
create table o as t with no data
-- expect
