-- dialect: postgres
-- table: s.items(order_id bigint not null, line_no int not null, sku varchar(32) not null, quantity int not null, unit_price numeric(10,2) not null, flag boolean)
-- table: s.orders(id bigint not null, user_id bigint not null, total numeric(12,2), discount numeric(5,2), status text, note text)

-- change: change_type s.items.quantity bigint
-- expect: will_silently_change output_type_changed
select sum(quantity) over (order by line_no) from s.items

-- change: change_type s.items.quantity bigint
-- expect: will_silently_change output_type_changed
select sum(quantity) filter (where line_no > 1) from s.items

-- change: change_type s.items.quantity double precision
-- expect: will_silently_change output_type_changed
select o.id, (select sum(quantity * unit_price) from s.items i where i.order_id = o.id) as items_total from s.orders o

-- change: change_type s.items.quantity bigint
-- expect: will_silently_change output_type_changed
select (select sum(quantity) from s.items) as n

-- change: change_type s.items.quantity bigint
-- expect: will_silently_change output_type_changed
select coalesce((select sum(quantity) from s.items), 0) as n

-- change: change_type s.orders.user_id text
-- expect: will_error type_mismatch
select unnest(array[id, user_id]) as x from s.orders

-- change: change_type s.orders.user_id text
-- expect: will_error type_mismatch
select id from s.orders where 3 = any(array[id, user_id])

-- change: change_type s.orders.discount double precision
-- expect: will_silently_change implicit_cast
update s.orders set discount = total / 100

-- change: change_type s.items.flag int
-- expect: will_error type_mismatch
select case when flag then 1 else 0 end from s.items

-- change: change_type s.items.flag int
-- expect: will_error type_mismatch
select bool_and(flag) from s.items

-- change: change_type s.items.sku bigint
-- expect: will_error type_mismatch
select string_agg(sku, ',') from s.items

-- change: change_type s.orders.status varchar(255)
-- expect: safe no_effect
select id from s.orders where status = 'paid'

-- change: change_type s.orders.status varchar(255)
-- expect: safe no_effect
select lower(status), count(*) from s.orders group by 1

-- change: change_type s.orders.status varchar(10)
-- expect: safe no_effect
select concat(status, 'x'), length(status) from s.orders order by status

-- change: change_type s.orders.total numeric(18,2)
-- expect: safe no_effect
select sum(total), avg(total), sum(total) / count(*) from s.orders

-- change: change_type s.orders.total double precision
-- expect: will_error type_mismatch
select id % 3, total % 10 from s.orders

-- change: change_type s.orders.total double precision
-- expect: will_error type_mismatch
select round(avg(total), 2) from s.orders

-- change: change_type s.orders.total bigint
-- expect: will_silently_change output_type_changed
select round(total * 1.19, 2) from s.orders

-- change: change_type s.orders.status int
-- expect: will_error type_mismatch
select id from s.orders where status = any(array['paid', 'shipped'])

-- change: change_type s.orders.status varchar(255)
-- expect: will_silently_change output_type_changed
select mode() within group (order by status) from s.orders

-- change: change_type s.orders.discount text
-- expect: will_error type_mismatch
select corr(total, discount) from s.orders
