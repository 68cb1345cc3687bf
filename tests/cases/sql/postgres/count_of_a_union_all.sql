-- dialect: postgres
-- input: t(a)
-- input: u(b)
-- output: o
create table o as
select count(*) as n from (select a from t union all select b from u) as s
-- expect
