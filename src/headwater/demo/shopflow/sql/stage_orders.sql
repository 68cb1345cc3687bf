insert into shopflow.staging.stg_orders (
    order_id, customer_id, order_status, currency, amount, coupon_code, utm_campaign, placed_at
)
select
    o.order_id,
    o.customer_id,
    lower(o.status) as order_status,
    o.currency,
    o.amount,
    o.coupon_code,
    o.utm_campaign,
    o.placed_at
from shop.public.orders as o
where o.placed_at >= current_date - interval '1 day'
