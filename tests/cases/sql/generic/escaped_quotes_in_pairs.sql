-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a, 'it\'s' as x from t where b = 'x\'y'
-- expect
-- o <- t.b FILTER
-- o.a <- t.a IDENTITY
