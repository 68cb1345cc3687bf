-- dialect: postgres
-- input: t(a, b)
-- output: o
create table o as select r.v, r.n from t cross join lateral unnest(t.a) with ordinality as r(v, n)
-- expect
-- o.v <- t.a TRANSFORMATION
-- o <- t.a JOIN
