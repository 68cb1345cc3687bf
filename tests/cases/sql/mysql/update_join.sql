-- dialect: mysql
-- input: b(id, y)
-- output: a(id, x)
update a join b on a.id = b.id set a.x = b.y where b.y > 0
-- expect
-- a.x <- b.y IDENTITY
-- a <- a.id JOIN
-- a <- b.id JOIN
-- a <- b.y FILTER
