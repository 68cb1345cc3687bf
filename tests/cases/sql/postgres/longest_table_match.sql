-- dialect: postgres
-- input: shop.a.orders(id)
-- input: shop.b.orders(id)
-- output: o(id)
insert into o select id from b.orders
-- expect
-- o.id <- shop.b.orders.id IDENTITY
