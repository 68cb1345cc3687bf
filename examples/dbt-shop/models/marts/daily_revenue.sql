select orders.placed_on, customers.country, cast(sum(orders.amount_usd) as double) as revenue_usd
from {{ ref('stg_orders') }} as orders
join {{ ref('stg_customers') }} as customers using (customer_id)
group by orders.placed_on, customers.country
