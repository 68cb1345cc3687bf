-- dialect: postgres
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o_new as select a as x from t;
drop table o;
alter table o_new rename to o
-- expect
-- o.x <- t.a IDENTITY
