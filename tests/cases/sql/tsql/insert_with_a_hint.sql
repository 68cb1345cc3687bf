-- dialect: tsql
-- input: t(a, b)
-- output: o(x, y)
with kept as (select a, b from t where b > 0) insert into o with (tablock) select a, b from kept
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
-- o <- t.b FILTER
