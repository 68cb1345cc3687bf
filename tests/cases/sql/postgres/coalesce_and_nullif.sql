-- dialect: postgres
-- input: t(a, b)
-- output: o(c, n)
insert into o select coalesce(a, b), nullif(a, b) from t
-- expect
-- o.c <- t.a TRANSFORMATION
-- o.c <- t.b TRANSFORMATION
-- o.n <- t.a TRANSFORMATION
-- o.n <- t.b CONDITIONAL
