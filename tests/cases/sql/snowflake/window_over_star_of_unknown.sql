-- dialect: snowflake
-- input: t
-- output: o(k, v)
create table o as
select * exclude (rn) from (select t.*, row_number() over (partition by k order by ts) as rn from t) where rn = 1
-- expect
-- o.k <- t.k IDENTITY guessed
-- o.v <- t.v IDENTITY guessed
-- o <- t.k FILTER
-- o <- t.ts FILTER
-- unknown: t
