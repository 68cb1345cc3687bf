-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) select shop.t.a from t
-- expect
-- o.x <- t.a IDENTITY
