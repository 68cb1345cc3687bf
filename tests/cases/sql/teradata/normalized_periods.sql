-- dialect: teradata
-- input: t(a, p)
-- output: o
insert into o (x, y) select normalize on meets or overlaps a, p from t
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.p IDENTITY
