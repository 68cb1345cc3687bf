-- dialect: snowflake
-- input: raw.events(id, payload)
-- output: mart.items(id, sku)
insert into mart.items
select e.id, f.value:sku::string from raw.events e, lateral flatten(input => e.payload:items) f
-- expect
-- mart.items.id <- raw.events.id IDENTITY
-- mart.items.sku <- raw.events.payload TRANSFORMATION
-- mart.items <- raw.events.payload JOIN
