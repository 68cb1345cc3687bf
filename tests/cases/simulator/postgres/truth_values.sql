-- dialect: postgres
-- table: shop.orders(id int, paid boolean, at timestamp)

-- change: change_type shop.orders.paid int
-- expect: will_error type_mismatch
select id from shop.orders where paid is true

-- change: change_type shop.orders.paid int
-- expect: safe no_effect
select id from shop.orders where paid is null

-- change: change_type shop.orders.at numeric
-- expect: will_silently_change precision_or_overflow
select to_char(at, 'YYYY') from shop.orders
