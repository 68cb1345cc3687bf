-- dialect: postgres
-- table: shop.prices(item text, old_price text, weight real)
-- table: shop.offers(item text, price text)

-- change: reorder_columns shop.prices.item 2
-- expect: will_silently_change positional_insert_shifted `prices`
insert into prices values ('tea', '3', 1), ('milk', '1', 2)

-- change: reorder_columns shop.prices.item 2
-- expect: will_silently_change positional_insert_shifted `prices`
insert into prices select item, price from offers union all select price, item from offers

-- change: reorder_columns shop.prices.item 2
-- expect: safe no_effect
insert into prices (item, old_price) values ('tea', '3'), ('milk', '1')

-- change: change_type shop.prices.weight double precision
-- expect: will_silently_change precision_or_overflow `weight`
select stddev_samp(weight::numeric) from prices

-- change: change_type shop.prices.weight double precision
-- expect: safe no_effect
select item from prices where weight::int > 3

-- change: drop_column shop.offers.price
-- expect: will_silently_change star_narrowed `*`
update prices set old_price = '1' from offers o where o.item = prices.item returning *

-- change: change_type shop.prices.weight double precision
-- expect: will_silently_change output_type_changed `weight`
delete from prices where item = 'tea' returning item, weight

-- change: rename_column shop.prices.item article
-- expect: will_silently_change output_name_changed `p.*`
insert into prices as p default values returning p.*

-- change: change_nullable shop.prices.old_price false
-- expect: safe no_effect
update prices set old_price = '1' returning old.old_price, new.old_price

-- change: drop_column shop.prices.weight
-- expect: will_error unknown_column `old.weight`
update prices set old_price = '1' returning old.weight

-- change: add_column shop.prices.note text
-- expect: safe no_effect
merge into prices p using offers o on o.item = p.item when not matched then insert values (o.item, o.price, 1)
