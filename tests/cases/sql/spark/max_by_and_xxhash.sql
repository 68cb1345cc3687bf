-- dialect: spark
-- input: t(a, b)
-- output: o(m, h)
insert into o select max_by(a, b), xxhash64(max(a)) from t
-- expect
-- o.m <- t.a AGGREGATION
-- o.m <- t.b SORT
-- o.h <- t.a AGGREGATION masking
