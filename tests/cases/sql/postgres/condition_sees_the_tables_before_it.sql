-- dialect: postgres
-- input: t(id, a)
-- input: u(id, b)
-- input: v(id, c)
-- output: o
create table o as
select t.a, v.c from t join u on t.a = b cross join v where c > 1
-- expect
-- o <- t.a JOIN
-- o <- u.b JOIN
-- o <- v.c FILTER
-- o.a <- t.a IDENTITY
-- o.c <- v.c IDENTITY
