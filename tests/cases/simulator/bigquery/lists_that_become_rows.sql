-- dialect: bigquery
-- table: shop.orders(id int64, tags array<int64>)

-- change: change_type shop.orders.tags int64
-- expect: will_error type_mismatch
select id, tag from shop.orders, unnest(tags) as tag

-- change: change_type shop.orders.tags array<string>
-- expect: will_silently_change implicit_cast
select id, tag from shop.orders, unnest(tags) as tag

-- change: change_type shop.orders.tags array<string>
-- expect: will_silently_change implicit_cast
select id from shop.orders where 3 in unnest(tags)

-- change: change_type shop.orders.tags array<string>
-- expect: will_silently_change implicit_cast
select o.id, tag from shop.orders as o, o.tags as tag
