-- Whole numbers and decimals of PostgreSQL are compared, added and ordered exactly; a decimal without a size
-- holds every number. What is only counted needs a plain whole number. All of it was asked of PostgreSQL 18.
-- dialect: postgres
-- table: shop.orders(id int, amount numeric(12,2), big bigint, qty int, day date, note text, at timestamp, tags int[], body jsonb)
-- table: shop.items(id bigint, price numeric(10,2), name varchar(20))

-- change: change_type shop.orders.big numeric(20,0)
-- expect: safe no_effect
select note from shop.orders where big = id

-- change: change_type shop.orders.id numeric(20,0)
-- expect: safe no_effect
select o.note from shop.orders o join shop.items i on i.id = o.id order by o.id

-- change: change_type shop.orders.amount numeric
-- expect: safe no_effect
select note from shop.orders where amount > 10.5 and amount + 1 < 20

-- change: change_type shop.orders.amount numeric(12,1)
-- expect: will_silently_change comparison_across_types
select o.note from shop.orders o, shop.items i where o.amount = i.price

-- change: change_type shop.orders.qty numeric(10,0)
-- expect: will_silently_change comparison_across_types
select note from shop.orders where qty / 2 > 3

-- change: change_type shop.orders.amount numeric
-- expect: will_silently_change output_type_changed
select amount from shop.orders

-- change: change_type shop.orders.qty bigint
-- expect: will_error type_mismatch
select left(note, qty) from shop.orders

-- change: change_type shop.orders.qty bigint
-- expect: will_error type_mismatch
select day + qty from shop.orders

-- change: change_type shop.orders.qty smallint
-- expect: safe no_effect
select day + qty from shop.orders

-- change: change_type shop.orders.qty text
-- expect: will_error type_mismatch
select make_date(2026, qty, 1) from shop.orders

-- change: change_type shop.orders.qty text
-- expect: will_error type_mismatch
select percentile_cont(0.5) within group (order by qty) from shop.orders

-- change: change_type shop.orders.qty text
-- expect: will_error type_mismatch
select sum(amount) over (order by qty range between 1 preceding and current row) from shop.orders

-- change: change_type shop.orders.day text
-- expect: will_error type_mismatch
select sum(amount) over (order by day range between interval '1 day' preceding and current row) from shop.orders

-- change: change_type shop.orders.qty bigint
-- expect: safe no_effect
select sum(amount) over (order by qty range between 1 preceding and current row) from shop.orders

-- change: change_type shop.orders.qty numeric
-- expect: will_error type_mismatch
select note from shop.orders where qty & 1 = 1

-- change: change_type shop.orders.qty bigint
-- expect: will_error type_mismatch
select body -> qty from shop.orders

-- change: change_type shop.orders.qty text
-- expect: will_error type_mismatch
select tags[qty] from shop.orders

-- change: change_type shop.orders.qty bigint
-- expect: safe no_effect
select at + qty * interval '1 day' from shop.orders

-- change: change_type shop.orders.qty date
-- expect: will_error type_mismatch
select at + qty * interval '1 day' from shop.orders

-- change: change_type shop.orders.qty bigint
-- expect: will_error type_mismatch
select cast(qty as boolean) from shop.orders

-- change: change_type shop.orders.qty smallint
-- expect: will_silently_change output_type_changed
select qty << 2 as shifted from shop.orders

-- change: change_type shop.orders.qty numeric(10,0)
-- expect: will_silently_change comparison_across_types
select d.note from (select note, qty / 2 as half from shop.orders) d where d.half > 3

-- change: change_type shop.orders.qty numeric(10,0)
-- expect: safe no_effect
select d.note from (select note, qty + 2 as more from shop.orders) d where d.more > 3 order by d.more

-- change: change_type shop.orders.note varchar(40)
-- expect: will_silently_change precision_or_overflow
insert into shop.items (name) select note from shop.orders

-- change: change_type shop.items.name varchar(30)
-- expect: safe no_effect
insert into shop.items (name) select note from shop.orders

-- change: change_type shop.items.price numeric(10,1)
-- expect: will_silently_change precision_or_overflow
update shop.items as i set price = o.amount from shop.orders o where o.id = i.id

-- change: change_type shop.items.price numeric(12,2)
-- expect: safe no_effect
update shop.items as i set price = o.amount from shop.orders o where o.id = i.id
