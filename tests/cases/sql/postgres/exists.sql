-- dialect: postgres
-- input: orders(id, customer_id)
-- input: customers(id, name)
-- output: o(name)
insert into o select name from customers c where exists (select 1 from orders r where r.customer_id = c.id)
-- expect
-- o.name <- customers.name IDENTITY
-- o <- orders.customer_id FILTER
-- o <- customers.id FILTER
