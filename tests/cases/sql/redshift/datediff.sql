-- dialect: redshift
-- input: t(a, b)
-- output: o(d)
insert into o select datediff(day, a, b) from t
-- expect
-- o.d <- t.a TRANSFORMATION
-- o.d <- t.b TRANSFORMATION
