-- dialect: postgres
-- table: shop.orders(id int not null, amount int not null, day date, customer_id int not null, note text)
-- table: shop.customers(id int not null, name text, country text not null)

-- change: rename_column shop.orders.amount total
-- expect: will_error unknown_column `amount`
select amount from orders

-- change: rename_column shop.orders.amount amount
-- expect: safe not_touched
select amount, * from orders

-- change: rename_column shop.orders.amount total
-- expect: will_silently_change output_name_changed `*`
select * from orders

-- change: rename_column shop.orders.note name
-- expect: will_error ambiguous_column `name`
select name from orders o join customers c on o.customer_id = c.id

-- change: rename_column shop.orders.amount total
-- expect: safe no_effect
insert into orders values (1, 2, '2026-01-01', 3, 'x')

-- change: drop_table shop.orders
-- expect: will_error unknown_table `shop.orders`
select 1 from shop.orders

-- change: drop_table shop.orders
-- expect: will_error unknown_table
insert into orders (id) values (1)

-- change: drop_table shop.orders
-- expect: safe not_touched
select name from customers

-- change: drop_table shop.orders
-- expect: safe no_effect
with orders as (select id from customers) select id from orders

-- change: rename_table shop.orders sales
-- expect: will_error unknown_table `orders`
select id from orders

-- change: rename_column shop.orders.amount total
-- change: drop_column shop.orders.note
-- expect: will_error unknown_column
select amount, note from orders

-- change: rename_column shop.customers.name full_name
-- expect: will_error unknown_column `c.name`
merge into orders o using customers c on o.customer_id = c.id
when matched then update set note = c.name

-- change: rename_column shop.customers.id customer_id
-- expect: will_silently_change natural_join_columns
select count(*) from orders natural join customers
