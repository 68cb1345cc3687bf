-- dialect: databricks
-- input: main.sales.orders(id, customer)
-- output: main.mart.o
create or replace table main.mart.o as select id, customer.name as name from main.sales.orders
-- expect
-- main.mart.o.id <- main.sales.orders.id IDENTITY
-- main.mart.o.name <- main.sales.orders.customer TRANSFORMATION
