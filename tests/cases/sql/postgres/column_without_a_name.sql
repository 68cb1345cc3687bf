-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as
select a + b from t
-- expect
-- o._col_0 <- t.a TRANSFORMATION guessed
-- o._col_0 <- t.b TRANSFORMATION guessed
-- problem: column 1 of o has no name in the text
