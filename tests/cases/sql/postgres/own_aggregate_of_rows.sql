-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as select a, my_count(*) as n from t group by a
-- expect
-- o.a <- t.a IDENTITY
-- o <- t.a GROUP_BY
