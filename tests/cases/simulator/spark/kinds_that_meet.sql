-- dialect: spark
-- table: shop.orders(id int not null, amount int not null, price decimal(10,2), day date not null, ts timestamp, note string, paid boolean)
-- table: shop.items(order_id bigint, price decimal(7,2), sku string)

-- change: change_type shop.orders.amount boolean
-- expect: will_error type_mismatch
select id from shop.orders where amount between 1 and 5

-- change: change_type shop.orders.day int
-- expect: will_error type_mismatch
select cast(day as date) from shop.orders

-- change: change_type shop.orders.day bigint
-- expect: will_error type_mismatch
select year(day) from shop.orders

-- change: change_type shop.orders.day string
-- expect: will_silently_change implicit_cast
select year(day) from shop.orders

-- change: change_type shop.orders.amount date
-- expect: will_error type_mismatch
select amount from shop.orders union all select order_id from shop.items

-- change: change_type shop.orders.amount string
-- expect: will_silently_change union_coercion
select amount from shop.orders union all select order_id from shop.items

-- change: change_type shop.orders.amount string
-- expect: will_error type_mismatch
select greatest(amount, id) from shop.orders

-- change: change_type shop.orders.amount boolean
-- expect: will_error type_mismatch
select coalesce(amount, id) from shop.orders

-- change: change_type shop.orders.amount date
-- expect: will_error type_mismatch
select amount * 2 from shop.orders

-- change: change_type shop.orders.amount timestamp
-- expect: will_error type_mismatch
select abs(amount) from shop.orders

-- change: change_type shop.orders.amount string
-- expect: will_silently_change output_type_changed
select amount * 2 + amount * 3 as total from shop.orders

-- change: change_type shop.orders.amount string
-- expect: will_silently_change implicit_cast
select sum(amount) / sum(id) as share from shop.orders

-- change: change_type shop.orders.price decimal(12,2)
-- expect: will_silently_change output_type_changed
select sum(volume) as revenue from (select price * (1 - price) as volume from shop.orders) x

-- change: change_type shop.orders.price bigint
-- expect: will_silently_change precision_or_overflow
with r (key, total) as (select id, sum(price * amount) from shop.orders group by id) select total from r

-- change: change_type shop.orders.price string
-- expect: will_silently_change precision_or_overflow
select sum(amount_usd) as profit from (select amount * 2 - price as amount_usd from shop.orders) x

-- change: change_nullable shop.orders.day true
-- expect: will_silently_change nullability
select y from (select extract(year from cast(day as date)) as y from shop.orders) x group by y

-- change: change_type shop.orders.paid string
-- expect: will_error type_mismatch
select id from shop.orders where paid

-- change: change_type shop.items.order_id string
-- expect: will_silently_change comparison_across_types
select count(*) from shop.orders o join shop.items i on i.order_id = o.id

-- change: change_type shop.items.order_id date
-- expect: will_error type_mismatch
select count(*) from shop.orders o left join shop.items i on i.order_id = o.id
