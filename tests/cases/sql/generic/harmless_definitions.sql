-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create schema s; create sequence q; create index i on t (a); alter table t add column z int;
insert into o (x) select a from t
-- expect
-- o.x <- t.a IDENTITY
