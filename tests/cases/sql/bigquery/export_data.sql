-- dialect: bigquery
-- input: t(a, b)
-- output: bucket/file
export data options (uri='gs://bucket/file*') as select a from t where b > 1
-- expect
-- bucket/file.a <- t.a IDENTITY
-- bucket/file <- t.b FILTER
