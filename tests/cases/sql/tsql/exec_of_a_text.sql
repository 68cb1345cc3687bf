-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
exec('insert into o (x) select a from t')
insert into o (y) select b from t
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
