-- table: shop.orders(id int not null, amount int, day date)

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `o.amount`
select o.amount, x.rate from shop.orders o join elsewhere.rates x on x.day = o.day

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
select amount from shop.orders o join elsewhere.rates x on x.day = o.day

-- change: drop_column shop.orders.amount
-- expect: could_not_analyze unknown_schema
select mystery from a, b, shop.orders o where o.id = 3 and 'amount' = 'x'

-- change: drop_column shop.orders.amount
-- expect: could_not_analyze unsupported_statement
call refresh('shop.orders', 'amount')

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column
select a.day from (select day, amount from shop.orders) a join (select day from shop.orders) b on a.day = b.day

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column
with recursive t as (select id, amount from shop.orders union all select id + 1, amount from t where id < 10) select * from t

-- change: drop_column shop.orders.day
-- expect: will_error unknown_column
select id from shop.orders intersect select id from shop.orders where day is null

-- change: change_type shop.orders.amount varchar
-- expect: will_silently_change grouping_key_type
select sum(id) over (partition by amount) from shop.orders

-- change: change_type shop.orders.amount varchar
-- expect: will_silently_change comparison_across_types
select case amount when 1 then 'one' else 'more' end from shop.orders
