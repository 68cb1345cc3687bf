-- dialect: trino
-- input: t(a, b)
-- output: o(x)
insert into o select if(b > 0, try_cast(a as bigint)) from t
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- t.b CONDITIONAL
