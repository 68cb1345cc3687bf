-- dialect: postgres
-- input: sales.orders(id, amount)
-- output: mart.big
create table mart.big as
select id, cast(amount as int) as amount from sales.orders where amount > 100
-- expect
-- mart.big.id <- sales.orders.id IDENTITY
-- mart.big.amount <- sales.orders.amount TRANSFORMATION
-- mart.big <- sales.orders.amount FILTER
