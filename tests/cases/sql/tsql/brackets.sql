-- dialect: tsql
-- input: dbo.Order Lines(Line Id, Price)
-- output: dbo.o(p)
insert into [dbo].[o] select [Price] from [dbo].[Order Lines]
-- expect
-- dbo.o.p <- dbo.Order Lines.Price IDENTITY
