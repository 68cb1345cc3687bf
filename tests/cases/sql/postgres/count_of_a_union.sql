-- dialect: postgres
-- input: t(a)
-- input: u(b)
-- output: o
create table o as
select count(*) as n from (select a from t union select b from u) as s
-- expect
-- o <- t.a GROUP_BY
-- o <- u.b GROUP_BY
