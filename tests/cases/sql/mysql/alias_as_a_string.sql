-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a as 'Total', b 'Net' from t
-- expect
-- o.Total <- t.a IDENTITY
-- o.Net <- t.b IDENTITY
