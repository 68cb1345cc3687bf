-- dialect: redshift
-- table: s.products(sku varchar(32), title text, price numeric(10,2))
-- table: s.items(sku varchar(32), price numeric(10,2))

-- change: rename_column s.items.price amount
-- expect: will_error unknown_column
merge into s.products using s.items i on products.sku = i.sku when matched then update set price = i.price when not matched then insert values (i.sku, 'x', i.price)

-- change: reorder_columns s.products.price 1
-- expect: will_error type_mismatch
merge into s.products using s.items i on products.sku = i.sku when matched then update set price = i.price when not matched then insert values (i.sku, 'x', i.price)

-- change: drop_column s.items.price
-- expect: will_error unknown_column
unload ('select sku, price from s.items where sku = ''a''') to 's3://reports/items' iam_role 'arn'

-- change: drop_table s.items
-- expect: will_error unknown_table
truncate s.items

-- change: add_column s.items.extra text
-- expect: will_silently_change star_widened
unload ('select * from s.items') to 's3://reports/items' iam_role 'arn'
