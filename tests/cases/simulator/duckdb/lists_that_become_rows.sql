-- dialect: duckdb
-- table: shop.orders(id int, xs int[], k int, f int, st struct(p int))
-- table: shop.items(id int, k bigint)

-- change: change_type shop.orders.xs int
-- expect: will_error type_mismatch
select id, u.e from orders, unnest(orders.xs) as u(e)

-- change: change_type shop.orders.xs varchar[]
-- expect: will_silently_change implicit_cast
select id, u.e from orders, unnest(orders.xs) as u(e)

-- change: change_type shop.orders.xs double
-- expect: will_error type_mismatch
select (select max(v) from unnest(xs) as z(v)) as most from orders

-- change: change_type shop.orders.k smallint
-- expect: will_silently_change output_type_changed
select list(nullif(k, f) order by k) as ks from orders

-- change: change_type shop.orders.f hugeint
-- expect: will_silently_change output_type_changed
select if(k = 1, k, f) as one from orders

-- change: change_type shop.orders.k smallint
-- expect: will_silently_change output_type_changed
with recursive r(n) as (select k from orders union select items.id from items join r on r.n = items.k) select n from r

-- change: change_type shop.items.k hugeint
-- expect: will_silently_change output_type_changed
select k as both_sides from orders full join (select id as x, k from items) using (k)

-- change: drop_column shop.orders.k
-- expect: will_error unknown_column
select max(columns(['k', 'f'])) from orders

-- change: change_type shop.orders.st int
-- expect: will_error unknown_field
select st.p from orders

-- change: change_type shop.orders.xs varchar[]
-- expect: will_silently_change output_type_changed
select xs.list_sum() as total from orders

-- change: change_type shop.orders.xs bigint[]
-- expect: will_silently_change output_type_changed
select xs || [1] as longer from orders

-- change: change_type shop.orders.xs int
-- expect: will_error type_mismatch
select list_sum(xs) as total from orders

-- change: change_type shop.orders.xs int
-- expect: will_error type_mismatch
select xs[1] as first_one from orders

-- change: change_type shop.orders.k date
-- expect: will_error type_mismatch
select ~k as bits from orders

-- change: change_type shop.orders.k decimal(18,4)
-- expect: will_silently_change output_type_changed
select percentile_cont(0.5) within group (order by k) as middle from orders
