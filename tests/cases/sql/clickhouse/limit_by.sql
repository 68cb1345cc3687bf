-- dialect: clickhouse
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a from t order by b limit 1 by c
-- expect
-- o.a <- t.a IDENTITY
-- o <- t.b SORT
-- o <- t.c GROUP_BY
