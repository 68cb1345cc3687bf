-- dialect: hive
-- input: t(a, b)
-- output: /exports/x
insert overwrite directory '/exports/x' select a from t
-- expect
-- /exports/x.a <- t.a IDENTITY
