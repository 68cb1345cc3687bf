-- dialect: postgres
-- input: t
-- input: u
-- output: o
create table o as
select t.a as x, u as y from t join u on t.k = u.k
-- expect
-- o <- t.k JOIN
-- o <- u.k JOIN
-- o.x <- t.a IDENTITY
-- problem: column u could be of t or u
-- unknown: t
-- unknown: u
