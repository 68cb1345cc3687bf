-- dialect: duckdb
-- input: t(k, m, v)
-- input: u(q)
-- output: o
create table o as pivot t on m using sum(v)
-- expect
-- o <- t.k GROUP_BY
-- o.k <- t.k IDENTITY
-- problem: a pivot whose columns are named by the data
