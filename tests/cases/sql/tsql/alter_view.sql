-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
alter view o with schemabinding as select a, b as z from t
-- expect
-- o.a <- t.a IDENTITY
-- o.z <- t.b IDENTITY
