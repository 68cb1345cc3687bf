-- dialect: spark
-- input: t(xs, y)
-- output: o(z)
insert into o select transform(xs, x -> x + y) from t
-- expect
-- o.z <- t.xs TRANSFORMATION
-- o.z <- t.y TRANSFORMATION
