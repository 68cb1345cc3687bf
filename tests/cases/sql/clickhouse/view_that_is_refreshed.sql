-- dialect: clickhouse
-- input: t(a, b, c)
-- output: o
create materialized view o refresh every 1 hour engine = MergeTree order by a as select a from t
-- expect
-- o.a <- t.a IDENTITY
