-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
exec sp_executesql N'insert into o (x) select a from t where b = @p', N'@p int', @p = 1;
insert into o (y) select d from u
-- expect
-- o <- t.b FILTER
-- o.x <- t.a IDENTITY
-- o.y <- u.d IDENTITY
