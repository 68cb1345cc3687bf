-- dialect: postgres
-- table: shop.orders(id int not null, amount numeric(10,2), ref text, ratio real)

-- change: change_type shop.orders.ref bigint
-- expect: will_silently_change grouping_key_type `ref`
select count(distinct ref) as refs from orders

-- change: change_type shop.orders.id bigint
-- expect: safe no_effect
select count(distinct id) as ids from orders

-- change: change_type shop.orders.ref bigint
-- expect: will_silently_change grouping_key_type `ref`
select distinct on (ref) id from orders order by ref, id

-- change: change_type shop.orders.amount numeric(20,6)
-- expect: will_silently_change precision_or_overflow `amount`
select cast(amount as text) as shown from orders

-- change: change_type shop.orders.amount numeric(20,2)
-- expect: safe no_effect
select cast(amount as text) as shown from orders

-- change: change_type shop.orders.amount numeric(20,6)
-- expect: will_silently_change implicit_cast
select concat(ref, '/', amount) as shown from orders

-- change: change_type shop.orders.amount numeric(20,6)
-- expect: will_silently_change implicit_cast
select ref || amount as shown from orders

-- change: change_type shop.orders.ratio double precision
-- expect: will_silently_change precision_or_overflow
select ratio::text as shown from orders
