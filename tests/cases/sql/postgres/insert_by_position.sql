-- dialect: postgres
-- input: sales.orders(id, amount)
-- output: mart.copy(order_id, value)
insert into mart.copy select id, amount from sales.orders
-- expect
-- mart.copy.order_id <- sales.orders.id IDENTITY
-- mart.copy.value <- sales.orders.amount IDENTITY
