-- dialect: snowflake
-- input: t(a, b, c)
-- output: o
create table o as select * exclude (a) rename (b as d) from t
-- expect
-- o.d <- t.b IDENTITY
-- o.c <- t.c IDENTITY
