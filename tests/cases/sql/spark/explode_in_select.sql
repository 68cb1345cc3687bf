-- dialect: spark
-- input: t(id, xs)
-- output: o(id, x)
insert into o select id, explode(xs) as x from t
-- expect
-- o.id <- t.id IDENTITY
-- o.x <- t.xs TRANSFORMATION
-- o <- t.xs JOIN
