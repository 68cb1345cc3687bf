-- dialect: duckdb
-- table: shop.orders(id int, paid boolean)

-- change: change_type shop.orders.paid int
-- expect: will_error type_mismatch
select count_if(paid) from orders

-- change: change_type shop.orders.id bigint
-- expect: safe no_effect
select count_if(id > 1), count(*) filter (where id is null) from orders
