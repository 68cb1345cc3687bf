-- dialect: postgres
-- input: sales.orders(id, day)
-- output: mart.days
create materialized view mart.days as select day, count(*) as orders, count(id) as ids from sales.orders group by 1
-- expect
-- mart.days.day <- sales.orders.day IDENTITY
-- mart.days.ids <- sales.orders.id AGGREGATION masking
-- mart.days <- sales.orders.day GROUP_BY
