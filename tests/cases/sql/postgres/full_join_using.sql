-- dialect: postgres
-- input: a(id, x)
-- input: b(id, y)
-- output: o(id)
insert into o select id from a full join b using (id)
-- expect
-- o.id <- a.id TRANSFORMATION
-- o.id <- b.id TRANSFORMATION
-- o <- a.id JOIN
-- o <- b.id JOIN
