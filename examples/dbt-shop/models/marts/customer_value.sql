with spent as (
    select customer_id, sum(amount_usd) as spent_usd from {{ ref('stg_orders') }} group by customer_id
)
select customers.customer_id, customers.email, spent.spent_usd
from {{ ref('stg_customers') }} as customers
left join spent using (customer_id)
