-- dialect: postgres
-- table: shop.orders(id int not null, amount int, day date, note text)
-- table: shop.prices(id int not null, price numeric(10,2))

-- change: add_column shop.orders.channel text
-- expect: will_silently_change star_widened `o`
select row_to_json(o) from shop.orders o

-- change: drop_column shop.orders.note
-- expect: will_silently_change star_narrowed
select array_agg(orders) from shop.orders

-- change: change_type shop.orders.amount bigint
-- expect: will_silently_change output_type_changed
select to_jsonb(o) from shop.orders as o where o.id > 3

-- change: add_column shop.orders.channel text
-- expect: safe not_touched
select o.id from shop.orders o where o.amount > 3

-- change: add_column shop.orders.channel text
-- expect: safe no_effect
select count(o.*) from shop.orders o

-- change: rename_column shop.orders.day at
-- expect: will_error unknown_column `day`
select count(*) from shop.orders o join shop.orders p using (day)

-- change: change_type shop.orders.amount date
-- expect: will_error type_mismatch
select id from shop.orders where id = any (select amount from shop.orders)

-- change: change_type shop.orders.amount double precision
-- expect: safe no_effect
select id from shop.orders where id < all (select amount from shop.orders)

-- change: change_type shop.prices.price numeric(12,4)
-- expect: will_silently_change output_type_changed
select total from (select price as total from shop.prices) p

-- change: reorder_columns shop.orders.note 1
-- expect: will_silently_change star_reordered
create view shop.v as select * from shop.orders join shop.prices using (id)
