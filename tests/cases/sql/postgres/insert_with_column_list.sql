-- dialect: postgres
-- input: sales.orders(id, customer_id, amount, status)
-- output: mart.daily(customer, total)
insert into mart.daily (customer, total)
select customer_id, sum(amount)
from sales.orders
where status = 'paid'
group by customer_id
-- expect
-- mart.daily.customer <- sales.orders.customer_id IDENTITY
-- mart.daily.total <- sales.orders.amount AGGREGATION
-- mart.daily <- sales.orders.status FILTER
-- mart.daily <- sales.orders.customer_id GROUP_BY
