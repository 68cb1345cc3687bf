-- dialect: tsql
-- input: live.dbo.t(a, b)
-- output: old.dbo.o(x, y)
delete from live.dbo.t output deleted.a, deleted.b into old.dbo.o ([x], [y]) where b < 1
-- expect
-- old.dbo.o.x <- live.dbo.t.a IDENTITY
-- old.dbo.o.y <- live.dbo.t.b IDENTITY
-- old.dbo.o <- live.dbo.t.b FILTER
