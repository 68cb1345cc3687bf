-- dialect: duckdb
-- input: t(a)
-- input: u(n)
-- output: o
create table o as select a from t limit (select max(n) from u)
-- expect
-- o.a <- t.a IDENTITY
-- o <- u.n FILTER
-- reads: t, u
