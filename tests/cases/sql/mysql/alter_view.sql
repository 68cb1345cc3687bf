-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
alter view o as select a from t where b > 1
-- expect
-- o <- t.b FILTER
-- o.a <- t.a IDENTITY
