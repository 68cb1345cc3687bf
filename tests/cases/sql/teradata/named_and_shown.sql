-- dialect: teradata
-- input: t(a, b, c)
-- output: o
create view o as select a (named x), b (format '9(5)'), c (title 'C', named y) from t
-- expect
-- o.x <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o.y <- t.c IDENTITY
