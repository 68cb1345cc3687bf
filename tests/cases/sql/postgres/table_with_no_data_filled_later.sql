-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as select a as x, b as y from t with no data;
insert into o select b, a from t
-- expect
-- o.x <- t.b IDENTITY
-- o.y <- t.a IDENTITY
