-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
select 'Total' = a into o from t
-- expect
-- o.Total <- t.a IDENTITY
