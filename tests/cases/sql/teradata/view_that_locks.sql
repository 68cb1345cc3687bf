-- dialect: teradata
-- input: t(a, b)
-- output: v
replace view v (x, y) as locking table t for access mode nowait select a, b (integer) from t
-- expect
-- v.x <- t.a IDENTITY
-- v.y <- t.b TRANSFORMATION
