-- dialect: duckdb
-- input: t(a, b)
-- input: u(k, v)
-- output: o
create table o as
select t.a, l.twice, m.v from t, (select t.b * 2 as twice) as l, (select v from u where u.k = t.a) as m
-- expect
-- o.a <- t.a IDENTITY
-- o.twice <- t.b TRANSFORMATION
-- o.v <- u.v IDENTITY
-- o <- u.k FILTER
-- o <- t.a FILTER
