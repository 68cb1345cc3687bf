-- dialect: duckdb
-- table: s.orders(id bigint not null, user_id bigint, status text, total decimal(12,2), note text, items int)
-- table: s.payments(id int, method text)

-- change: drop_column s.orders.status
-- expect: will_error unknown_column
pivot s.orders on status using sum(total) group by user_id

-- change: drop_column s.orders.note
-- expect: safe no_effect
pivot s.orders on status using sum(total) group by user_id

-- change: drop_column s.orders.note
-- expect: will_silently_change star_narrowed
pivot s.orders on status using sum(total)

-- change: change_type s.orders.total double
-- expect: will_silently_change output_type_changed
pivot s.orders on status using sum(total) group by user_id

-- change: drop_table s.orders
-- expect: will_error unknown_table
pivot (select user_id, status from s.orders) on status in ('a', 'b') using count(*)

-- change: rename_column s.orders.total amount
-- expect: will_error unknown_column
unpivot (select id, total, items from s.orders) on total, items into name kind value amount

-- change: change_type s.orders.total double
-- expect: will_silently_change union_coercion
unpivot (select id, total, items from s.orders) on total, items into name kind value amount

-- change: rename_column s.orders.items n
-- expect: will_error unknown_column
select [x * 2 for x in list(items) if x > id] from s.orders group by id

-- change: drop_column s.orders.note
-- expect: safe not_touched
select [x * 2 for x in list(items)] from s.orders group by id

-- change: drop_table s.orders
-- expect: will_error unknown_table
summarize s.orders

-- change: drop_column s.orders.note
-- expect: will_silently_change star_narrowed
describe s.orders

-- change: change_type s.payments.id decimal(12,2)
-- expect: will_silently_change union_coercion
select id from s.orders union by name select id, method from s.payments

-- change: change_type s.orders.total text
-- expect: will_silently_change sort_order
select max_by(id, total) from s.orders

-- change: drop_table s.orders
-- expect: will_error unknown_table
truncate s.orders

-- change: change_type s.orders.total decimal(18,4)
-- expect: will_silently_change implicit_cast
select id from s.orders where printf('%s', total) = '1.50'

-- change: change_type s.orders.status int
-- expect: will_silently_change output_type_changed
pivot s.orders on status using sum(total) group by user_id

-- change: change_type s.orders.total decimal(18,4)
-- expect: will_silently_change output_type_changed
select abs(count(*) - (select sum(total) from s.orders)) as diff from s.payments

-- change: change_type s.orders.items smallint
-- expect: will_silently_change output_type_changed
select coalesce(nullif(items, 0), 1) as n from s.orders
