-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o_new as select a as x from t;
rename table o to o_old, o_new to o
-- expect
-- o.x <- t.a IDENTITY
