-- dialect: snowflake
-- input: v
-- output: o
create table o as select * from semantic_view(v dimensions date_trunc('month', orders.day) as m where customers.region = 'EU')
-- expect
-- o.m <- v.day TRANSFORMATION
-- o <- v.region FILTER
