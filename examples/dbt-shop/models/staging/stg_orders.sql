select id as order_id, customer_id, amount_usd, cast(placed_at as date) as placed_on
from {{ source('raw', 'raw_orders') }}
