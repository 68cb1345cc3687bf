-- dialect: snowflake
-- input: t(a, b)
-- output: o(a, b)
alter table o swap with t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- t.a <- o.a IDENTITY
-- t.b <- o.b IDENTITY
