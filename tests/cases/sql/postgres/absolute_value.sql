-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as select @t.a as x, @ b as y, @(a - b) as z from t
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.y <- t.b TRANSFORMATION
-- o.z <- t.a TRANSFORMATION
-- o.z <- t.b TRANSFORMATION
