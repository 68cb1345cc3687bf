-- dialect: duckdb
-- table: orders(id int not null, customer_id int, amount smallint, note varchar)
-- table: customers(id int not null, name varchar, region varchar)
-- table: yearly(shop varchar, y2023 int, y2024 int)

-- change: change_type customers.id bigint
-- expect: will_silently_change output_type_changed
select * from orders cross join customers

-- change: change_type customers.region bigint
-- expect: safe no_effect
select orders.* from orders cross join customers where customers.region is not null

-- change: change_type customers.name bigint
-- expect: will_error type_mismatch
select id from orders where (id, note) in (select id, name from customers)

-- change: add_column customers.extra int
-- expect: will_error column_count
select id from orders where (id, note, note) in (select * from customers)

-- change: change_type customers.id varchar
-- expect: will_error type_mismatch
select id from orders where (customer_id, note, note) not in (select * from customers)

-- change: drop_column customers.name
-- expect: safe not_touched
select id from orders semi join customers on customer_id = customers.id and region = 'north'

-- change: drop_column customers.region
-- expect: will_error unknown_column `region`
select id from orders semi join customers on customer_id = customers.id and region = 'north'

-- change: rename_column customers.id customer
-- expect: will_error unknown_column
select id from orders anti join customers using (id)

-- change: change_type orders.amount int
-- expect: will_silently_change output_type_changed
select amount + 1 + 1 from orders

-- change: change_type yearly.y2024 bigint
-- expect: will_silently_change output_type_changed
select * from yearly unpivot (sales for year in (y2023, y2024))

-- change: add_column customers.note varchar
-- expect: will_error ambiguous_column `note`
select * from orders join customers on customer_id = customers.id order by note

-- change: drop_column customers.region
-- expect: will_error column_count
select c.a from customers as c(a, b, d)

-- change: rename_column customers.id key
-- expect: will_error unknown_column
select count(*) from orders natural join customers
