-- dialect: postgres
-- input: sales.orders(id, amount)
-- output: mart.x(id, amount)
with orders as (select id, amount + 1 as amount from sales.orders)
insert into mart.x select id, amount from orders
-- expect
-- mart.x.id <- sales.orders.id IDENTITY
-- mart.x.amount <- sales.orders.amount TRANSFORMATION
