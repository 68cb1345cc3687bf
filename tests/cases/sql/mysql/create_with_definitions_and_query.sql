-- dialect: mysql
-- input: t(a, b)
-- output: o
create table o (x int, a int) select a, b + 1 as c from t
-- expect
-- o.a <- t.a IDENTITY
-- o.c <- t.b TRANSFORMATION
