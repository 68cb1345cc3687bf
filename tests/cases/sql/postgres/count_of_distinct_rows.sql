-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as
select count(*) as n from (select distinct a, b from t) as s
-- expect
-- o <- t.a GROUP_BY
-- o <- t.b GROUP_BY
