-- dialect: teradata
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
locking row for access select a from t
-- expect
-- o.a <- t.a IDENTITY
