-- dialect: snowflake
-- table: s.orders(id bigint not null, user_id bigint, status text, total number(12,2), note text)

-- change: drop_column s.orders.total
-- expect: will_error unknown_column
select status, sum(total) from s.orders group by all order by all

-- change: drop_column s.orders.note
-- expect: safe not_touched
select status, sum(total) from s.orders group by all order by all

-- change: change_type s.orders.total number(18,4)
-- expect: will_silently_change implicit_cast
select id from s.orders where to_varchar(total) = '1.50'

-- change: change_type s.orders.total text
-- expect: will_silently_change sort_order
select max_by(id, total) from s.orders
