-- dialect: duckdb
-- input: t(a, b)
-- output: x.csv
copy (select a from t) to 'x.csv'
-- expect
-- x.csv.a <- t.a IDENTITY
