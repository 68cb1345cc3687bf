-- dialect: bigquery
-- input: ds.orders(id, items)
-- output: ds.lines(id, sku, pos)
insert into ds.lines (id, sku, pos)
select o.id, item.sku, pos from ds.orders o cross join unnest(o.items) as item with offset as pos
-- expect
-- ds.lines.id <- ds.orders.id IDENTITY
-- ds.lines.sku <- ds.orders.items TRANSFORMATION
-- ds.lines <- ds.orders.items JOIN
