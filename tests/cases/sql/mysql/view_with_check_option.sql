-- dialect: mysql
-- input: t(a, b, c)
-- output: o
create algorithm = merge view o (x, y) as select a, b from t where c > 1 with check option
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
-- o <- t.c FILTER
