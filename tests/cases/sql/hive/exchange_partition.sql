-- dialect: hive
-- input: t(a, b)
-- output: o(a, b)
alter table o exchange partition (ds='1') with table t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
