-- dialect: postgres
-- input: t(k, a)
-- input: u(id, b)
-- input: v(id, k)
-- output: o
create table o as
select u.b from t, u natural join v
-- expect
-- o <- u.id JOIN
-- o <- v.id JOIN
-- o.b <- u.b IDENTITY
