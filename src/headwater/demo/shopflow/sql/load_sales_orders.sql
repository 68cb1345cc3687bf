insert into shopflow.sales.orders (
    order_id, customer_id, order_status, currency, amount_usd, coupon_code, utm_campaign,
    placed_at
)
select
    o.order_id,
    o.customer_id,
    o.order_status,
    o.currency,
    round(o.amount * fx.usd_rate, 2) as amount_usd,
    o.coupon_code,
    o.utm_campaign,
    o.placed_at
from shopflow.staging.stg_orders as o
join shopflow.staging.stg_fx_rates as fx
    on fx.currency = o.currency and fx.rate_date = cast(o.placed_at as date)
where o.order_status <> 'draft'
