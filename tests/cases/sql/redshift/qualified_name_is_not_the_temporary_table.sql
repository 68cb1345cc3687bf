-- dialect: redshift
-- input: sales.orders(id)
-- input: raw.orders(id)
-- output: o(id)
create temp table orders as select id + 1 as id from raw.orders;
insert into o select id from sales.orders;
-- expect
-- o.id <- sales.orders.id IDENTITY
