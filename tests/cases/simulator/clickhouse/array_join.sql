-- dialect: clickhouse
-- table: shop.orders(id Int32, tags Array(Int32))

-- change: change_type shop.orders.tags Int32
-- expect: will_error type_mismatch
select id, tag from shop.orders array join tags as tag

-- change: change_type shop.orders.tags Array(String)
-- expect: will_silently_change implicit_cast
select id, tag from shop.orders array join tags as tag
