-- dialect: snowflake
-- input: t(a, b)
-- output: o(h, n, d)
insert into o select sha2(a, 256), count(distinct b), approx_count_distinct(a) from t
-- expect
-- o.h <- t.a TRANSFORMATION masking
-- o.n <- t.b AGGREGATION masking
-- o.d <- t.a AGGREGATION masking
