-- dialect: redshift
-- input: t(a, payload)
-- output: o
insert into o (x, y, z) select a, name, value from t, unpivot t.payload as value at name
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.payload TRANSFORMATION
-- o.z <- t.payload TRANSFORMATION
-- o <- t.payload JOIN
