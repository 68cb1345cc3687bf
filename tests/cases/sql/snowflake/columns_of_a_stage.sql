-- dialect: snowflake
-- output: o
insert into o (x) select $1 from @landing/orders
-- expect
-- problem: column $1 of @landing/orders: which stands there is not known
-- unknown: @landing/orders
