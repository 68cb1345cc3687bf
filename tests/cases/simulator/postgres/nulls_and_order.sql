-- dialect: postgres
-- table: shop.orders(id int not null, amount int not null, day date, customer_id int not null, note text)
-- table: shop.customers(id int not null, name text, country text not null)

-- change: change_nullable shop.orders.customer_id true
-- expect: will_silently_change nullability
select id from customers where id not in (select customer_id from orders)

-- change: change_nullable shop.orders.customer_id true
-- expect: safe no_effect
select id from customers where id in (select customer_id from orders)

-- change: change_nullable shop.orders.customer_id true
-- expect: will_silently_change nullability `c.id = o.customer_id`
select c.name from orders o left join customers c on c.id = o.customer_id

-- change: change_nullable shop.orders.amount true
-- expect: will_silently_change nullability
select count(amount) from orders

-- change: change_nullable shop.orders.amount true
-- expect: safe no_effect
select coalesce(amount, 0) from orders

-- change: change_nullable shop.orders.amount true
-- expect: will_silently_change nullability
select amount from orders

-- change: change_nullable shop.orders.amount true
-- expect: will_silently_change nullability
select id from orders where amount <> 3

-- change: change_nullable shop.orders.amount true
-- expect: safe no_effect
select id from orders where amount = 3

-- change: change_nullable shop.orders.amount true
-- expect: will_silently_change nullability
select case when amount > 3 then 'big' else 'small' end from orders

-- change: change_nullable shop.orders.amount true
-- expect: safe no_effect
select id from orders where amount is null

-- change: change_nullable shop.customers.country true
-- expect: will_silently_change nullability
select country, count(*) from customers group by country

-- change: change_nullable shop.orders.note false
-- expect: safe no_effect
select note from orders

-- change: change_nullable shop.orders.note false
-- expect: will_error not_null_violated
insert into orders (id, amount, customer_id) values (1, 2, 3)

-- change: change_nullable shop.orders.note false
-- expect: will_silently_change nullability
insert into orders (id, amount, customer_id, note) select id, id, id, name from customers

-- change: reorder_columns shop.orders.note 1
-- expect: will_silently_change star_reordered
select * from orders

-- change: reorder_columns shop.orders.note 1
-- expect: safe not_touched
select id, note from orders

-- change: reorder_columns shop.orders.amount 1
-- expect: will_silently_change positional_insert_shifted
insert into orders select id, customer_id, day, amount, note from orders

-- change: reorder_columns shop.orders.amount 1
-- expect: safe no_effect
insert into orders select * from orders

-- change: reorder_columns shop.orders.note 1
-- expect: will_silently_change star_reordered
select * from orders order by 2

-- change: reorder_columns shop.orders.note 1
-- expect: safe no_effect
insert into orders (id, amount) values (1, 2)
