-- dialect: postgres
-- input: shopflow.sales.orders(id, amount)
-- output: shopflow.mart.totals
select id, amount * 1.2 as gross from sales.orders
-- expect
-- shopflow.mart.totals.id <- shopflow.sales.orders.id IDENTITY
-- shopflow.mart.totals.gross <- shopflow.sales.orders.amount TRANSFORMATION
