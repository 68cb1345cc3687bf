-- dialect: tsql
-- input: t(a, b)
-- output: o(a, x)
delete d from o as d join t on d.a = t.a where t.b = 1
-- expect
-- o <- o.a JOIN
-- o <- t.a JOIN
-- o <- t.b FILTER
-- reads: t
