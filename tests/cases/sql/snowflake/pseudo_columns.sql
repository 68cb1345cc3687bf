-- dialect: snowflake
-- input: t(a, b)
-- output: o
insert into o (x, y) select a, metadata$isupdate from t where metadata$action = 'INSERT'
-- expect
-- o.x <- t.a IDENTITY
