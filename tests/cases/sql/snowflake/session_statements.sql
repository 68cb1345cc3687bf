-- dialect: snowflake
-- input: t(a)
-- output: o(a)
use warehouse big;
alter session set x = 1;
insert overwrite into o select a from t;
-- expect
-- o.a <- t.a IDENTITY
