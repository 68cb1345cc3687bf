insert into shopflow.marts.product_performance (
    product_id, title, category, units_sold, sales_value, stock_on_hand
)
select
    p.product_id,
    p.title,
    p.category,
    sum(i.quantity) as units_sold,
    sum(i.line_total) as sales_value,
    max(p.stock_on_hand) as stock_on_hand
from shopflow.staging.stg_products as p
join shopflow.sales.order_items as i on i.product_id = p.product_id
group by p.product_id, p.title, p.category
