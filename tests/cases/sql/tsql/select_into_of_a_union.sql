-- dialect: tsql
-- input: t(a, b)
-- input: u(a, d)
-- output: o
-- output: other
select a as x into o from t union all select d from u
-- expect
-- o.x <- t.a IDENTITY
-- o.x <- u.d IDENTITY
