-- dialect: postgres
-- input: t(a, b)
-- output: o(x, y)
insert into o select a as x, b * 2 as y from t order by y, 1
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b TRANSFORMATION
-- o <- t.b SORT
-- o <- t.a SORT
