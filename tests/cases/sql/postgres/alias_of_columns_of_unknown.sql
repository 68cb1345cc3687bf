-- dialect: postgres
-- input: t
-- output: o
create table o as
select x from t as s (x, y)
-- expect
-- o.x <- t.x IDENTITY guessed
-- unknown: t
