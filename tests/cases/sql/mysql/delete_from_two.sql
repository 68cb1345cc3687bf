-- dialect: mysql
-- input: t(id)
-- output: o(id)
-- output: p(id)
delete o, p from o join p on o.id = p.id join t on t.id = o.id
-- expect
-- o <- o.id JOIN
-- o <- p.id JOIN
-- o <- t.id JOIN
-- problem: a delete from several tables, of which the first was read
