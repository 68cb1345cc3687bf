insert into shopflow.sales.fulfilment_status (
    order_id, order_status, placed_at, items_total, is_open
)
select
    o.order_id,
    o.order_status,
    o.placed_at,
    sum(i.quantity) as items_total,
    o.order_status = 'placed' as is_open
from shopflow.sales.orders as o
join shopflow.sales.order_items as i on i.order_id = o.order_id
group by o.order_id, o.order_status, o.placed_at
