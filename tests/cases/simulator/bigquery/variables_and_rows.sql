-- dialect: bigquery
-- table: s.orders(id int64 not null, user_id int64, items int64)

-- change: drop_column s.orders.items
-- expect: will_error unknown_column
declare x int64 default 3; select id from s.orders where items > x

-- change: drop_column s.orders.user_id
-- expect: safe not_touched
declare x int64 default 3; select id from s.orders where items > x

-- change: drop_column s.orders.id
-- expect: will_error unknown_column
select x.id from (select as value o from s.orders o) x

-- change: add_column s.orders.n int64
-- expect: will_silently_change star_widened
select * from (select as value o from s.orders o) x
