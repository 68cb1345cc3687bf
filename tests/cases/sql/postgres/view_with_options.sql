-- dialect: postgres
-- input: t(a, b)
-- output: o
create materialized view if not exists o with (timescaledb.continuous) as
select time_bucket('1 hour', a) as hour, avg(b) as mean from t group by 1 with no data
-- expect
-- o.hour <- t.a TRANSFORMATION
-- o.mean <- t.b AGGREGATION
-- o <- t.a GROUP_BY
