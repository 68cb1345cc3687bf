-- dialect: tsql
-- input: t(a, b)
-- output: o(id, x)
update o set o.x += t.a from o join t on t.b = o.id
-- expect
-- o <- o.id JOIN
-- o <- t.b JOIN
-- o.x <- o.x TRANSFORMATION
-- o.x <- t.a TRANSFORMATION
