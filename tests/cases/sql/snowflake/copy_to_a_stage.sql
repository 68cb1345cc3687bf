-- dialect: snowflake
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
copy into @out/daily from (select a, b from t where c > 1) file_format = (type = csv)
-- expect
-- o <- t.c FILTER
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
