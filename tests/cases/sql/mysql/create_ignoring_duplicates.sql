-- dialect: mysql
-- input: t(a, b)
-- output: o
create table o (n int) engine=InnoDB ignore select a, b from t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
