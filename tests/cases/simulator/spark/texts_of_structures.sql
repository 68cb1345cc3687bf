-- dialect: spark
-- table: s.orders(id bigint not null, total decimal(12,2), paid boolean, tags string)

-- change: change_type s.orders.total decimal(18,4)
-- expect: will_silently_change implicit_cast
select id from s.orders where to_json(struct(id, total)) = '{}'

-- change: change_type s.orders.paid string
-- expect: will_silently_change implicit_cast
select id from s.orders where id > 3 and paid

-- change: change_type s.orders.paid string
-- expect: will_error type_mismatch
select id from s.orders where paid
