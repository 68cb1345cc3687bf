-- What counts places, rows and days is refused as another type. All of it was asked of DuckDB 1.
-- dialect: duckdb
-- table: shop.orders(id int, amount decimal(12,2), qty int, day date, note text, tags int[])

-- change: change_type shop.orders.qty bigint
-- expect: will_error type_mismatch
select lpad(note, qty, 'x') from shop.orders

-- change: change_type shop.orders.qty bigint
-- expect: will_error type_mismatch
select chr(qty) from shop.orders

-- change: change_type shop.orders.qty decimal(10,0)
-- expect: will_error type_mismatch
select lag(note, qty) over (order by id) from shop.orders

-- change: change_type shop.orders.qty double
-- expect: will_error type_mismatch
select tags[qty] from shop.orders

-- change: change_type shop.orders.qty text
-- expect: will_error type_mismatch
select make_date(qty, 1, 1) from shop.orders

-- change: change_type shop.orders.qty text
-- expect: will_error type_mismatch
select left(note, qty) from shop.orders
