-- dialect: spark
-- input: t(a, b)
-- output: o(a, b)
insert overwrite table o table t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
