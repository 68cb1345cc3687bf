-- dialect: snowflake
-- input: t(a, b)
-- output: o(k)
create schema copied clone shop
-- expect
-- problem: a clone of all tables of a schema
