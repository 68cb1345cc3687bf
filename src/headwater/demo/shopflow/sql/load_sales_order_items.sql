insert into shopflow.sales.order_items (
    order_id, line_no, product_id, category, quantity, line_total
)
select
    i.order_id,
    i.line_no,
    i.product_id,
    p.category,
    i.quantity,
    i.quantity * i.unit_price - coalesce(i.discount, 0) as line_total
from shop.public.order_items as i
join shopflow.staging.stg_products as p on p.product_id = i.product_id
