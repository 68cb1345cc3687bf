-- dialect: mysql
-- table: s.orders(id bigint not null, status text)

-- change: reorder_columns s.orders.status 1
-- expect: will_silently_change star_reordered
create table s.copy like s.orders

-- change: drop_table s.orders
-- expect: will_error unknown_table
create table s.copy like s.orders
