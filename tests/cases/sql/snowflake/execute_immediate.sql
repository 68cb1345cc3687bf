-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
execute immediate $$ insert into o (x) select a from t $$
-- expect
-- o.x <- t.a IDENTITY
