-- dialect: postgres
-- input: a(id, x)
-- input: b(id, y)
-- output: o(x, y)
insert into o select x, y from a join b on a.id = b.id
-- expect
-- o.x <- a.x IDENTITY
-- o.y <- b.y IDENTITY
-- o <- a.id JOIN
-- o <- b.id JOIN
