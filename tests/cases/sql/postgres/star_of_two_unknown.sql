-- dialect: postgres
-- input: t
-- input: u
-- output: o(x, y)
create table o as
select * from t join u on t.k = u.k
-- expect
-- o <- t.k JOIN
-- o <- u.k JOIN
-- problem: all columns of t and u go to o: which, is not known
-- unknown: t
-- unknown: u
