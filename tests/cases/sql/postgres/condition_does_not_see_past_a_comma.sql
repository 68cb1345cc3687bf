-- dialect: postgres
-- input: t(id, a)
-- input: u(x, b)
-- input: v(y, c)
-- output: o
create table o as
select a, c from t, u as s (id, b) join v on id = y
-- expect
-- o <- u.x JOIN
-- o <- v.y JOIN
-- o.a <- t.a IDENTITY
-- o.c <- v.c IDENTITY
