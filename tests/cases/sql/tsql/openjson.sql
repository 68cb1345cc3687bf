-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
select j.x into o from t cross apply openjson(t.b) with (x int '$.x') j
-- expect
-- o.x <- t.b TRANSFORMATION
-- o <- t.b JOIN
