-- dialect: duckdb
-- table: orders(id int not null, amount int, day date, note varchar)
-- table: prices(id int, price decimal(10,2))

-- change: drop_column orders.amount
-- expect: will_error unknown_column
from orders select id, amount

-- change: drop_column orders.amount
-- expect: will_silently_change star_narrowed
from orders

-- change: drop_column orders.amount
-- expect: will_error unknown_column
select * replace (amount * 2 as id) from orders

-- change: change_type orders.amount varchar
-- expect: will_error type_mismatch
select id from orders where amount > 5 + id

-- change: change_type orders.amount varchar
-- expect: will_silently_change comparison_across_types
select id from orders where amount = id

-- change: change_type orders.amount bigint
-- expect: safe no_effect
select sum(amount) from orders

-- change: change_type prices.price double
-- expect: will_silently_change output_type_changed
select avg(price) from prices

-- change: add_column orders.price int
-- expect: will_error ambiguous_column
select o.id, price from orders o join prices p on p.id = o.id

-- change: add_column orders.channel varchar
-- expect: will_error column_count
insert into orders values (1, 2, '2026-01-01', 'x')

-- change: add_column orders.channel varchar
-- expect: safe no_effect
insert into orders by name select 1 as id, 2 as amount

-- change: drop_column orders.amount
-- expect: will_error unknown_column
insert into orders (id, amount) select id, price from prices

-- change: drop_column orders.note
-- expect: will_error unknown_column `note`
insert into orders by name select id, note from orders

-- change: add_column orders.channel varchar
-- expect: will_silently_change star_widened
select o from orders o

-- change: reorder_columns orders.note 1
-- expect: will_silently_change star_reordered
select o from orders as o

-- change: change_type orders.amount bigint
-- expect: will_silently_change output_type_changed
select to_json(o) from orders o

-- change: add_column orders.channel varchar
-- expect: will_silently_change star_widened
select count(columns(*)) from orders

-- change: drop_column orders.note
-- expect: will_error unknown_column
select columns('no.*') from orders

-- change: add_column orders.channel varchar
-- expect: safe no_effect
select columns('no.*') from orders

-- change: reorder_columns orders.note 1
-- expect: will_silently_change star_reordered
select * from orders join prices using (id)

-- change: rename_column orders.day at
-- expect: will_error unknown_column `day`
select count(*) from orders o join orders p using (day)

-- change: change_type orders.amount date
-- expect: will_error type_mismatch
select id from orders where id >= all (select amount from orders)

-- change: change_type prices.id double
-- expect: will_silently_change output_type_changed
select price + id as total from prices

-- change: add_column orders.price varchar
-- expect: will_silently_change resolves_elsewhere
select id * 2 as price from orders where price = 1

-- change: drop_column prices.price
-- expect: will_error unknown_column
merge into orders o using prices p on o.id = p.id when matched then update set amount = p.price

-- change: change_type orders.amount bigint
-- expect: will_silently_change output_type_changed
select coalesce(amount, 0) as n from orders
