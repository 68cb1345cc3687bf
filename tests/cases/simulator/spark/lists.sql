-- dialect: spark
-- table: shop.orders(id bigint, tags array<string>)

-- change: change_type shop.orders.tags bigint
-- expect: will_error type_mismatch
select id, tag from shop.orders lateral view explode(tags) x as tag

-- change: change_type shop.orders.tags array<int>
-- expect: will_silently_change implicit_cast
select id, tag from shop.orders lateral view explode(tags) x as tag

-- change: change_type shop.orders.tags bigint
-- expect: will_error type_mismatch
select id, size(tags) from shop.orders

-- change: change_type shop.orders.tags date
-- expect: will_error type_mismatch
select id, transform(tags, t -> upper(t)) as big from shop.orders
