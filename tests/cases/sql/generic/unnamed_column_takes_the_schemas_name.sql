-- input: t(a)
-- output: o(total)
create table o as select sum(a) from t
-- expect
-- o.total <- t.a AGGREGATION
