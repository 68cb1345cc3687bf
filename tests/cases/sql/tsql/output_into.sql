-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
insert into o (x) output inserted.x into log select a from t
-- expect
-- o.x <- t.a IDENTITY
-- problem: column inserted.x
