-- dialect: spark
-- table: shop.orders(id int not null, amount int not null, day date, tags array<string>, addr struct<zip:string,city:string>, addr.zip string, addr.city string, props map<string,string>)
-- table: shop.daily(day date, total bigint)

-- change: change_type shop.orders.amount string
-- expect: will_silently_change output_type_changed
select amount + 1 from shop.orders

-- change: change_type shop.orders.amount string
-- expect: will_silently_change comparison_across_types `amount > 3`
select id from shop.orders where amount > 3

-- change: change_type shop.orders.amount string
-- expect: will_silently_change output_type_changed
select sum(amount) from shop.orders

-- change: change_type shop.orders.amount bigint
-- expect: safe no_effect
select sum(amount) from shop.orders

-- change: change_type shop.orders.day timestamp
-- expect: will_silently_change grouping_key_type
select count(*) from shop.orders group by day

-- change: change_type shop.orders.day int
-- expect: will_error type_mismatch
select id from shop.orders where day > current_date()

-- change: drop_column shop.orders.addr.zip
-- expect: will_error unknown_field `addr.zip`
select addr.zip from shop.orders

-- change: drop_column shop.orders.addr.zip
-- expect: safe no_effect
select addr.city, addr.city as zip from shop.orders

-- change: drop_column shop.orders.addr
-- expect: will_error unknown_column `o.addr.city`
select o.addr.city from shop.orders o

-- change: rename_column shop.orders.addr.city town
-- expect: will_error unknown_field
select id from shop.orders where addr.city = 'Bonn'

-- change: drop_column shop.orders.tags
-- expect: will_error unknown_column `tags`
select id, tag from shop.orders lateral view explode(tags) t as tag

-- change: drop_column shop.orders.props
-- expect: will_error unknown_column `props`
select props['channel'] from shop.orders

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column
insert overwrite table shop.daily select day, sum(amount) from shop.orders group by day

-- change: add_column shop.daily.count bigint
-- expect: will_error column_count
insert into shop.daily select day, sum(amount) from shop.orders group by day

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
select filter(array(1, 2), x -> x > amount) from shop.orders

-- change: drop_column shop.orders.day
-- expect: will_error unknown_column
merge into shop.daily d using shop.orders o on d.day = o.day when matched then update set total = o.amount when not matched then insert *

-- change: rename_column shop.orders.amount total
-- expect: will_silently_change resolves_elsewhere
select id as amount, amount + 1 as next from shop.orders

-- change: add_column shop.orders.total int
-- expect: safe no_effect
select amount as total, total + 1 from (select amount, 1 as total from shop.orders) x

-- change: change_nullable shop.orders.id true
-- expect: will_silently_change nullability
select id from shop.orders where amount > 3 union all select amount from shop.orders

-- change: change_nullable shop.orders.id true
-- expect: will_silently_change nullability
select id from shop.orders intersect select total from shop.daily

-- change: change_nullable shop.orders.id true
-- expect: safe no_effect
select amount from shop.orders except select id from shop.orders

-- change: change_type shop.orders.props date
-- expect: will_error type_mismatch
select props['a'] as a from shop.orders
