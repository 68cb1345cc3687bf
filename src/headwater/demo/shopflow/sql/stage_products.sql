insert into shopflow.staging.stg_products (
    product_id, sku, title, category, unit_cost, stock_on_hand
)
select
    p.product_id,
    p.sku,
    p.title,
    p.category,
    p.unit_cost,
    sum(v.quantity) as stock_on_hand
from shop.public.products as p
left join shop.public.inventory as v on v.product_id = p.product_id
group by p.product_id, p.sku, p.title, p.category, p.unit_cost
