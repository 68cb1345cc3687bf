-- dialect: redshift
-- input: t(a)
-- output: o(a)
create temporary table stage (a int);
insert into stage select a + 1 from t;
insert into o select a from stage;
-- expect
-- o.a <- t.a TRANSFORMATION
