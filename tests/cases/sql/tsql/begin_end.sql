-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
BEGIN
    insert into o (x) select a from t;
    insert into o (y) select case when b > 0 then c end from t
END
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b CONDITIONAL
-- o.y <- t.c TRANSFORMATION
