insert into shopflow.marts.fct_revenue (
    revenue_date, country, currency, orders_count, gross_revenue_usd, avg_order_usd
)
select
    cast(o.placed_at as date) as revenue_date,
    c.country,
    o.currency,
    count(o.order_id) as orders_count,
    sum(o.amount_usd) as gross_revenue_usd,
    round(avg(o.amount_usd), 2) as avg_order_usd
from shopflow.sales.orders as o
join shopflow.sales.customers as c on c.customer_id = o.customer_id
where o.order_status = 'completed'
group by cast(o.placed_at as date), c.country, o.currency
