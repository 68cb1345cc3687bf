-- dialect: postgres
-- input: sales.orders(id)
-- output: mart.a
-- output: mart.b
select id from sales.orders
-- expect
-- problem: a query without a target, and the run names 2 outputs
