-- dialect: bigquery
-- table: shop.orders(id int64 not null, amount numeric, day date, items array<struct<sku string, qty int64>>, customer struct<id int64, name string>)
-- table: shop.totals(day date, total numeric)

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column
select sum(amount) from `shop.orders`

-- change: drop_column shop.orders.items
-- expect: will_error unknown_column
select i.sku from shop.orders, unnest(items) as i

-- change: drop_column shop.orders.items
-- expect: will_error unknown_column
select i.sku from shop.orders as o, o.items as i

-- change: change_type shop.orders.amount string
-- expect: will_error type_mismatch
select id from shop.orders where amount > 10

-- change: change_type shop.orders.amount float64
-- expect: will_silently_change output_type_changed
select round(amount, 2) from shop.orders

-- change: drop_column shop.orders.customer
-- expect: will_error unknown_column
select customer.name from shop.orders

-- change: drop_column shop.orders.day
-- expect: will_error unknown_column
select * except (day) from shop.orders

-- change: drop_column shop.orders.amount
-- expect: will_silently_change star_narrowed
select * except (day) from shop.orders

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column
insert into shop.totals (day, total) select day, sum(amount) from shop.orders group by 1

-- change: rename_column shop.totals.total amount
-- expect: will_error unknown_column
merge shop.totals t using (select day, sum(amount) as s from shop.orders group by day) o on t.day = o.day when matched then update set total = o.s when not matched then insert (day, total) values (day, s)
