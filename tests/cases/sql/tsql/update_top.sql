-- dialect: tsql
-- input: t(a, b)
-- output: o(a, x)
update top (10) percent o set x = t.b from o join t on t.a = o.a
-- expect
-- o.x <- t.b IDENTITY
-- o <- o.a JOIN
-- o <- t.a JOIN
