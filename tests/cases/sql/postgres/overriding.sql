-- dialect: postgres
-- input: t(a, b)
-- output: o
insert into o (x, y) overriding system value select a, b from t
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
