insert into shopflow.marts.customer_ltv (
    customer_id, email_sha256, country, first_order_at, orders_count, lifetime_value_usd
)
select
    c.customer_id,
    c.email_sha256,
    c.country,
    min(o.placed_at) as first_order_at,
    count(o.order_id) as orders_count,
    sum(o.amount_usd) as lifetime_value_usd
from shopflow.sales.customers as c
join shopflow.sales.orders as o on o.customer_id = c.customer_id
where o.order_status in ('completed', 'placed')
group by c.customer_id, c.email_sha256, c.country
