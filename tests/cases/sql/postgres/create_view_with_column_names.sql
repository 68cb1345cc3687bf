-- dialect: postgres
-- input: sales.orders(id, amount)
-- output: mart.v
create or replace view mart.v (a, b) as select id, amount from sales.orders
-- expect
-- mart.v.a <- sales.orders.id IDENTITY
-- mart.v.b <- sales.orders.amount IDENTITY
