-- dialect: postgres
-- input: t(a, b, c)
-- output: o
insert into o (x, y, z) select t.c, f.one, f.two from t, rows from (unnest(t.a), unnest(t.b)) as f (one, two)
-- expect
-- o.x <- t.c IDENTITY
-- o.y <- t.a TRANSFORMATION
-- o.z <- t.b TRANSFORMATION
-- o <- t.a JOIN
-- o <- t.b JOIN
