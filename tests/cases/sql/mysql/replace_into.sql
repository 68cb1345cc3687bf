-- dialect: mysql
-- input: t(a)
-- output: o(a)
replace into o select a from t
-- expect
-- o.a <- t.a IDENTITY
