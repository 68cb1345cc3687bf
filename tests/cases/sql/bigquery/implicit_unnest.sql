-- dialect: bigquery
-- input: ds.orders(id, items)
-- output: ds.lines(id, sku)
insert into ds.lines (id, sku) select o.id, i.sku from ds.orders o, o.items i
-- expect
-- ds.lines.id <- ds.orders.id IDENTITY
-- ds.lines.sku <- ds.orders.items TRANSFORMATION
-- ds.lines <- ds.orders.items JOIN
