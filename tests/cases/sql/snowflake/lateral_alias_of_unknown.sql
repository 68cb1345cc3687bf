-- dialect: snowflake
-- input: t
-- output: o
create table o as select trim(x) as x, x || 'a' as y, y || 'b' as z from t
-- expect
-- o.x <- t.x TRANSFORMATION
-- o.y <- t.x TRANSFORMATION
-- o.z <- t.x TRANSFORMATION guessed
-- unknown: t
