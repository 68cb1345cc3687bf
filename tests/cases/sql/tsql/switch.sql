-- dialect: tsql
-- input: t(a, b)
-- output: o(a, b)
alter table t switch partition 2 to o partition 2
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
