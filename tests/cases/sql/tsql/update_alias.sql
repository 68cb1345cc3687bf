-- dialect: tsql
-- input: dbo.s(id, y)
-- output: dbo.orders(id, x, z)
update o set o.x = s.y from dbo.orders o join dbo.s s on s.id = o.id where o.z = 1
-- expect
-- dbo.orders.x <- dbo.s.y IDENTITY
-- dbo.orders <- dbo.s.id JOIN
-- dbo.orders <- dbo.orders.id JOIN
-- dbo.orders <- dbo.orders.z FILTER
-- reads: dbo.s
