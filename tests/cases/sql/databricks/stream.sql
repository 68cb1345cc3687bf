-- dialect: databricks
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create table o as select a from stream t
-- expect
-- o.a <- t.a IDENTITY
