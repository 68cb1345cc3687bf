-- dialect: spark
-- input: t
-- input: u
-- output: o
create table o as
select b from t left anti join u on t.id = u.id where c > 2
-- expect
-- o <- t.c FILTER
-- o <- t.id JOIN
-- o <- u.id JOIN
-- o.b <- t.b IDENTITY
