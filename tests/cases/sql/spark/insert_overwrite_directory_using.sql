-- dialect: spark
-- input: t(a, b)
-- output: /exports/x
insert overwrite local directory '/exports/x' using parquet options ('compression' 'snappy') select a from t
-- expect
-- /exports/x.a <- t.a IDENTITY
