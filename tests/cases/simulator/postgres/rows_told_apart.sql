-- dialect: postgres
-- table: shop.orders(id int not null, amount numeric(10,2), customer int, day date)

-- change: change_type shop.orders.customer boolean
-- expect: will_silently_change grouping_key_type
select count(*) from (select distinct customer from orders) as found

-- change: change_type shop.orders.customer bigint
-- expect: safe no_effect
select count(*) from (select distinct customer from orders) as found

-- change: change_type shop.orders.day timestamp
-- expect: will_silently_change grouping_key_type
select count(*) from (select day from orders where id > 3 union select day from orders where id < 3) as found

-- change: change_type shop.orders.day timestamp
-- expect: safe no_effect
select count(*) from (select day from orders where id > 3 union all select day from orders where id < 3) as found
