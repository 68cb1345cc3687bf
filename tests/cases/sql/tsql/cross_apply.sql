-- dialect: tsql
-- input: a(id, x)
-- input: b(id, y)
-- output: o(x, y)
insert into o select a.x, z.y from a cross apply (select top 1 y from b where b.id = a.id) z
-- expect
-- o.x <- a.x IDENTITY
-- o.y <- b.y IDENTITY
-- o <- b.id FILTER
-- o <- a.id FILTER
