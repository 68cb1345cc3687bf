-- dialect: postgres
-- input: orders(id, customer_id, amount)
-- input: customers(id, name)
-- output: o(name, biggest)
insert into o
select c.name, (select max(r.amount) from orders r where r.customer_id = c.id) from customers c
-- expect
-- o.name <- customers.name IDENTITY
-- o.biggest <- orders.amount AGGREGATION
-- o.biggest <- orders.customer_id FILTER
-- o.biggest <- customers.id FILTER
