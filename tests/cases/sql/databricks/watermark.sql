-- dialect: databricks
-- input: t(a, b)
-- output: o
create or refresh streaming table o as select a, b as x from stream(t) watermark b delay of interval 10 minutes
-- expect
-- o.a <- t.a IDENTITY
-- o.x <- t.b IDENTITY
