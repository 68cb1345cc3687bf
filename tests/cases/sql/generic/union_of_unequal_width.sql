-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a from t union all select a, d from u
-- expect
-- o.a <- t.a IDENTITY
-- o.a <- u.a IDENTITY
-- problem: UNION of queries with 1 and 2 columns
