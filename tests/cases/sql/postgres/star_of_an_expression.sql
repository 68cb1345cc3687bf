-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a as x, (f(b)).* from t
-- expect
-- o.x <- t.a IDENTITY
-- problem: (F(b)).*
