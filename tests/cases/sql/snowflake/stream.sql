-- dialect: snowflake
-- input: t(a, b)
-- output: o
create or replace stream o on table t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
