-- dialect: redshift
-- input: t(a, b)
-- output: o(a)
drop table if exists stage;
create table stage as select a from t where b = 1;
insert into o select a from stage;
drop table stage;
-- expect
-- o.a <- t.a IDENTITY
-- o <- t.b FILTER
-- reads: t
