-- dialect: postgres
-- input: t(a, b)
-- output: o(a, x)
delete from o where a in (select a from t where b > 1)
-- expect
-- o <- t.a FILTER
-- o <- t.b FILTER
-- o <- o.a FILTER
-- reads: t
