-- dialect: snowflake
-- input: t(a, b)
-- output: o
create table o as select a, b as x from t order by all limit 3
-- expect
-- o <- t.a SORT
-- o <- t.b SORT
-- o.a <- t.a IDENTITY
-- o.x <- t.b IDENTITY
