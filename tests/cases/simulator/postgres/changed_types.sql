-- dialect: postgres
-- table: shop.orders(id int not null, amount int not null, day date, customer_id int not null, note text)
-- table: shop.customers(id int not null, name text, country text not null)

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change output_type_changed `amount`
select amount from orders

-- change: change_type shop.orders.amount bigint
-- expect: safe no_effect
select id from orders where amount > 3

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change output_type_changed `sum(amount)`
select sum(amount) from orders

-- change: change_type shop.orders.amount bigint
-- expect: safe no_effect
select count(amount) from orders

-- change: change_type shop.orders.amount text
-- expect: will_error type_mismatch `sum(amount)`
select sum(amount) from orders where amount is not null

-- change: change_type shop.orders.amount text
-- expect: will_error type_mismatch `amount > 3`
select id from orders where amount > 3

-- change: change_type shop.orders.amount text
-- expect: will_silently_change comparison_across_types
select id from orders where amount = '3'

-- change: change_type shop.orders.note int
-- expect: will_error type_mismatch
select upper(note) from orders

-- change: change_type shop.orders.note int
-- expect: will_error type_mismatch
select id from orders where note = 'abc'

-- change: change_type shop.orders.day timestamp
-- expect: will_silently_change comparison_across_types
select id from orders where day = '2026-01-01'

-- change: change_type shop.orders.day text
-- expect: will_error type_mismatch
select extract(year from day) from orders

-- change: change_type shop.orders.day text
-- expect: will_error type_mismatch
select id from orders where day > current_date

-- change: change_type shop.orders.amount decimal(12,2)
-- expect: will_silently_change output_type_changed
select amount * 2 as twice from orders

-- change: change_type shop.orders.customer_id bigint
-- expect: safe no_effect
select c.name from orders o join customers c on c.id = o.customer_id

-- change: change_type shop.orders.customer_id text
-- expect: will_error type_mismatch `c.id = o.customer_id`
select c.name from orders o join customers c on c.id = o.customer_id

-- change: change_type shop.orders.amount text
-- expect: will_error type_mismatch
select coalesce(amount, 0) from orders

-- change: change_type shop.orders.amount text
-- expect: will_silently_change grouping_key_type
select count(*) from orders group by amount

-- change: change_type shop.orders.amount text
-- expect: will_silently_change sort_order
select id from orders order by amount

-- change: change_type shop.orders.amount text
-- expect: will_error type_mismatch
select amount from orders union all select id from customers

-- change: change_type shop.orders.amount numeric(10,2)
-- expect: will_silently_change union_coercion
select amount from orders union all select id from customers

-- change: change_type shop.orders.amount text
-- expect: will_error type_mismatch
insert into orders (amount) select o.amount from orders o union select 1

-- change: change_type shop.orders.amount numeric(10,2)
-- expect: will_silently_change implicit_cast
insert into orders (amount) select id from customers

-- change: change_type shop.orders.amount text
-- expect: will_silently_change implicit_cast
insert into orders (amount) select id from customers

-- change: change_type shop.orders.note date
-- expect: will_error type_mismatch
update orders set note = c.name from customers c where c.id = customer_id

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change output_type_changed
with x as (select amount as a from orders) select max(a) from x

-- change: change_type shop.orders.amount double precision
-- expect: will_silently_change precision_or_overflow
select cast(amount as int) from orders

-- change: change_type shop.orders.note varchar(10)
-- expect: will_silently_change output_type_changed
select note from orders

-- change: change_type shop.orders.amount boolean
-- expect: will_error type_mismatch
select id, max(amount) over () from orders

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change output_type_changed
select amount / 10 * 10 as tens, count(*) from orders group by amount / 10 * 10

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change output_type_changed
select max(third) from (select amount / 3 as third from orders) as x

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change union_coercion
select 2 / 10 as share from orders union all select amount from orders
