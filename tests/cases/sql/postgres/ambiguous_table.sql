-- dialect: postgres
-- input: a.orders(id)
-- input: b.orders(id)
-- output: o(id)
insert into o select id from orders
-- expect
-- o.id <- orders.id IDENTITY unreported
-- problem: table orders could be a.orders or b.orders
