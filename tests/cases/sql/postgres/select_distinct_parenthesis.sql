-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select distinct (a), b from t
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
-- o <- t.a GROUP_BY
-- o <- t.b GROUP_BY
