-- dialect: databricks
-- input: t(a, b)
-- output: o
create or replace table o deep clone t version as of 3
-- expect
-- o.a <- t.a IDENTITY
-- o.b <- t.b IDENTITY
