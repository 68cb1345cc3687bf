-- input: t(a)
-- output: o
create table o as
select a::date from t
-- expect
-- o.a <- t.a TRANSFORMATION guessed
-- problem: column 1 of o has no name in the text
