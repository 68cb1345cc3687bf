-- dialect: spark
-- input: t(id, b)
-- input: u(id, b)
-- output: o
create table o as
select b from t left semi join u on t.id = u.id and u.b > 1 where id > 2
-- expect
-- o <- t.id FILTER
-- o <- t.id JOIN
-- o <- u.b JOIN
-- o <- u.id JOIN
-- o.b <- t.b IDENTITY
