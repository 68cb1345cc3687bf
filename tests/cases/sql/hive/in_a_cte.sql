-- dialect: hive
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as
with s as (select a from t)
select d from u where a in s
-- expect
-- o <- t.a FILTER
-- o <- u.a FILTER
-- o.d <- u.d IDENTITY
