-- dialect: postgres
-- input: sales.orders(id, amount)
-- output: mart.copy
insert into mart.copy select id as order_id, amount from sales.orders
-- expect
-- mart.copy.order_id <- sales.orders.id IDENTITY guessed
-- mart.copy.amount <- sales.orders.amount IDENTITY guessed
-- unknown: mart.copy
