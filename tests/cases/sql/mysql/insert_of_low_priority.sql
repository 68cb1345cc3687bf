-- dialect: mysql
-- input: t(a, b)
-- output: o
insert low_priority into o (x) select a from t
-- expect
-- o.x <- t.a IDENTITY
