-- dialect: teradata
-- input: t(a, b)
-- output: o
create volatile table v as (select a, b from t) with data primary index (a) on commit preserve rows;
insert into o (x) select b from v
-- expect
-- o.x <- t.b IDENTITY
