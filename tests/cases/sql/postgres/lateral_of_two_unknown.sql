-- dialect: postgres
-- input: t
-- input: u
-- input: v(x)
-- output: o
create table o as
select l.d from v cross join lateral (select d from t join u on t.k = u.k) as l
-- expect
-- o <- t.k JOIN
-- o <- u.k JOIN
-- problem: column d could be of t or u
-- unknown: t
-- unknown: u
