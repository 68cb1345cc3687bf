-- dialect: postgres
-- input: sales.orders(id, customer_id, amount)
-- input: crm.customers(id, name, country)
-- output: mart.top(name, total)
with paid as (select customer_id, amount from sales.orders),
totals as (select customer_id, sum(amount) as total from paid group by customer_id)
insert into mart.top
select c.name, t.total
from totals t join crm.customers c on c.id = t.customer_id
where c.country = 'NL'
order by t.total desc
-- expect
-- mart.top.name <- crm.customers.name IDENTITY
-- mart.top.total <- sales.orders.amount AGGREGATION
-- mart.top <- sales.orders.customer_id GROUP_BY
-- mart.top <- sales.orders.customer_id JOIN
-- mart.top <- crm.customers.id JOIN
-- mart.top <- crm.customers.country FILTER
-- mart.top <- sales.orders.amount SORT
