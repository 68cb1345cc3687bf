-- dialect: postgres
-- input: orders(id, amount)
-- output: mart.x(id, amount)
insert into mart.x
with orders as (select id, amount from orders where amount > 0)
select * from orders
-- expect
-- mart.x.id <- orders.id IDENTITY
-- mart.x.amount <- orders.amount IDENTITY
-- mart.x <- orders.amount FILTER
