-- dialect: snowflake
-- input: t(id, a)
-- output: o
create table o as select * ilike '%id%' from t
-- expect
-- o.a <- t.a IDENTITY
-- o.id <- t.id IDENTITY
-- problem: columns picked by a pattern
