-- dialect: postgres
-- table: shop.orders(id int not null, amount int not null, day date, customer_id int not null, note text)
-- table: shop.customers(id int not null, name text, country text not null)

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
select id, amount from shop.orders

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `o.amount`
select o.id from shop.orders o where o.amount > 10

-- change: drop_column shop.orders.amount
-- expect: safe not_touched
select id, day from shop.orders where note is null

-- change: drop_column shop.orders.amount
-- expect: will_silently_change star_narrowed `*`
select * from shop.orders

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
with recent as (select * from orders where day > '2026-01-01')
select sum(amount) from recent

-- change: drop_column shop.orders.amount
-- expect: safe no_effect
with recent as (select * from orders)
select count(*), max(day) from recent

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
select day, count(*) from orders group by day having sum(amount) > 3

-- change: drop_column shop.orders.day
-- expect: will_error unknown_column `day`
select id, row_number() over (partition by customer_id order by day) from orders

-- change: drop_column shop.orders.customer_id
-- expect: will_error unknown_column `o.customer_id`
select c.name from customers c left join orders o on c.id = o.customer_id

-- change: drop_column shop.orders.customer_id
-- expect: will_error unknown_column
select count(*) from orders join (select id as customer_id from customers) c using (customer_id)

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
insert into orders (id, amount, customer_id) values (1, 2, 3)

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
update orders set amount = amount + 1 where id = 3

-- change: drop_column shop.orders.note
-- expect: will_error unknown_column `note`
delete from orders where note = 'test'

-- change: drop_column shop.orders.amount
-- expect: will_error column_count
insert into orders values (1, 2, '2026-01-01', 3, 'x')

-- change: drop_column shop.customers.id
-- expect: will_silently_change resolves_elsewhere `id`
delete from orders where id in (select id from customers)

-- change: drop_column shop.customers.id
-- expect: will_error unknown_column `c.id`
delete from orders where customer_id in (select c.id from customers c)

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
create view big_orders as select id, amount from orders where amount > 100

-- change: drop_column shop.orders.amount
-- expect: will_silently_change star_narrowed
create table copy_of_orders as select * from orders

-- change: drop_column shop.orders.amount
-- expect: could_not_analyze fails_before `price`
select price, amount from orders

-- change: drop_column shop.orders.amount
-- expect: could_not_analyze not_parsed
select amount from orders where (

-- change: drop_column shop.orders.note
-- expect: safe not_touched
select name from customers where id = 3

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `o.amount`
select c.name, (select max(o.amount) from orders o where o.customer_id = c.id) from customers c

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
select id from orders order by amount desc limit 10

-- change: drop_column shop.orders.amount
-- expect: safe no_effect
select id as amount from orders order by amount

-- change: drop_column shop.orders.note
-- expect: will_silently_change star_narrowed
select o.*, c.name from orders o join customers c on c.id = o.customer_id
