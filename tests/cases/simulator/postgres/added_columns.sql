-- dialect: postgres
-- table: shop.orders(id int not null, amount int not null, day date, customer_id int not null, note text)
-- table: shop.customers(id int not null, name text, country text not null)
-- table: shop.vip(id int not null)

-- change: add_column shop.orders.name text
-- expect: will_error ambiguous_column `name`
select name, amount from orders join customers c on customer_id = c.id

-- change: add_column shop.orders.name text
-- expect: safe no_effect
select c.name, amount from orders join customers c on customer_id = c.id

-- change: add_column shop.orders.channel text
-- expect: will_silently_change star_widened `*`
select * from orders

-- change: add_column shop.orders.channel text
-- expect: safe not_touched
select count(*) from orders

-- change: add_column shop.orders.country text
-- expect: will_silently_change resolves_elsewhere `country`
select id from customers c where exists (select 1 from orders o where o.customer_id = c.id and country = 'DE')

-- change: add_column shop.orders.channel text
-- expect: will_error column_count
select * from orders union all select id, id, null, id, name from customers

-- change: add_column shop.orders.channel text
-- expect: safe no_effect
insert into orders values (1, 2, '2026-01-01', 3, 'x')

-- change: add_column shop.orders.channel text first
-- expect: will_error type_mismatch
insert into orders select id, id, now(), id, name from customers

-- change: add_column shop.orders.channel int first
-- expect: will_silently_change positional_insert_shifted
insert into orders (select id, id from customers)

-- change: add_column shop.orders.channel text not null
-- expect: will_error not_null_violated
insert into orders (id, amount, customer_id) values (1, 2, 3)

-- change: add_column shop.orders.channel text
-- expect: safe no_effect
insert into orders (id, amount, customer_id) values (1, 2, 3)

-- change: add_column shop.vip.since date
-- expect: will_error column_count
select name from customers where id in (select * from vip)

-- change: add_column shop.vip.since date
-- expect: will_error column_count
select name, (select * from vip limit 1) from customers

-- change: add_column shop.customers.amount int
-- expect: will_error ambiguous_column
select id from (select o.id, amount from orders o cross join customers c) x

-- change: add_column shop.customers.note text
-- expect: will_silently_change natural_join_columns
select count(*) from orders natural join customers

-- change: add_column shop.orders.channel text
-- expect: will_silently_change star_widened
select count(*) from (select distinct * from orders) x
