-- dialect: spark
-- input: t(id)
-- input: u(x)
-- input: v(y, c)
-- output: o
create table o as
select c from t join u on u.x = v.y join v on v.y = t.id
-- expect
-- o <- t.id JOIN
-- o <- u.x JOIN
-- o <- v.y JOIN
-- o.c <- v.c IDENTITY
