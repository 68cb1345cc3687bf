-- dialect: trino
-- input: hive.raw.t(a, b)
-- output: iceberg.mart.o
create table iceberg.mart.o with (format = 'PARQUET') as select a, approx_distinct(b) as n from hive.raw.t group by 1
-- expect
-- iceberg.mart.o.a <- hive.raw.t.a IDENTITY
-- iceberg.mart.o.n <- hive.raw.t.b AGGREGATION masking
-- iceberg.mart.o <- hive.raw.t.a GROUP_BY
