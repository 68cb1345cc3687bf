-- dialect: oracle
-- input: t(a, p)
-- output: o
create table o as select a as id from t start with p is null connect by prior a = p
-- expect
-- o.id <- t.a IDENTITY
-- o <- t.p FILTER
-- o <- t.a JOIN
-- o <- t.p JOIN
