-- dialect: spark
-- table: shop.orders(id bigint, qty int, day date, price decimal(12,2), note string)
-- table: shop.items(order_id bigint, qty int, share double, fine decimal(38,20))

-- change: change_type shop.orders.id decimal(20,0)
-- expect: safe no_effect
select count(*) from shop.orders as o join shop.items as i on i.order_id = o.id where o.id between 1 and 9

-- change: change_type shop.orders.id decimal(20,0)
-- expect: safe no_effect
select count(*) from shop.orders group by id order by id

-- change: change_type shop.orders.id decimal(20,0)
-- expect: will_silently_change comparison_across_types
select count(*) from shop.orders where id = '2.5'

-- change: change_type shop.orders.id double
-- expect: will_silently_change comparison_across_types
select count(*) from shop.orders where id = 7

-- change: change_type shop.orders.qty double
-- expect: safe no_effect
select count(*) from shop.orders as o join shop.items as i on i.qty = o.qty and i.share > o.qty where o.qty in (1, 2)

-- change: change_type shop.orders.qty double
-- expect: safe no_effect
select count(distinct qty) from shop.orders where price > qty

-- change: change_type shop.orders.qty double
-- expect: will_silently_change comparison_across_types
select count(*) from shop.orders as o join shop.items as i on i.fine = o.qty

-- change: change_type shop.orders.qty float
-- expect: will_silently_change comparison_across_types
select count(*) from shop.orders where qty = 7

-- change: change_type shop.orders.day timestamp
-- expect: safe no_effect
select count(*) from shop.orders where cast(day as date) > date '2026-01-01' and year(day) = 2026

-- change: change_type shop.orders.day timestamp
-- expect: will_silently_change comparison_across_types
select count(*) from shop.orders where day = '2026-01-01'
