-- dialect: postgres
-- input: t(a, b)
-- output: o(a, x)
delete from o using t where o.a = t.a
-- expect
-- o <- o.a FILTER
-- o <- t.a FILTER
