-- dialect: spark
-- input: a(id, x)
-- input: b(id, y)
-- output: o(id, x)
insert into o select * from a left semi join b on a.id = b.id
-- expect
-- o.id <- a.id IDENTITY
-- o.x <- a.x IDENTITY
-- o <- a.id JOIN
-- o <- b.id JOIN
