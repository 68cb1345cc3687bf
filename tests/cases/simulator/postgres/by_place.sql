-- dialect: postgres
-- table: shop.prices(item text, note text, tags int[], pieces int)
-- table: shop.offers(item varchar(20), price int)

-- change: reorder_columns shop.prices.note 1
-- expect: will_silently_change positional_insert_shifted
insert into prices values ('tea')

-- change: rename_column shop.prices.item article
-- expect: safe no_effect
insert into prices values ('tea')

-- change: drop_column shop.prices.item
-- expect: will_silently_change positional_insert_shifted
insert into prices values ('tea')

-- change: reorder_columns shop.prices.note 1
-- expect: will_silently_change star_reordered `*`
select * from prices as p(a, b, c, d)

-- change: rename_column shop.prices.item article
-- expect: safe no_effect
select * from prices as p(a, b, c, d)

-- change: reorder_columns shop.prices.note 1
-- expect: will_silently_change star_reordered
select row_to_json(p) from prices as p(a, b, c, d)

-- change: drop_column shop.prices.note
-- expect: will_silently_change star_narrowed
select null::shop.prices

-- change: change_type shop.prices.pieces bigint
-- expect: will_silently_change output_type_changed
select (('tea', 'hot', array[1], 2)::prices).item from offers

-- change: drop_column shop.prices.tags
-- expect: will_error unknown_column `tags`
update prices set tags[2] = 5

-- change: drop_column shop.prices.pieces
-- expect: will_error unknown_column `p.pieces`
select (select price from offers limit 1 offset p.pieces) from prices p

-- change: change_type shop.offers.item text
-- expect: will_silently_change output_type_changed
select item, price from offers left join prices using (item)

-- change: change_type shop.prices.item varchar(40)
-- expect: will_silently_change output_type_changed
select item, price from offers left join prices using (item)

-- change: change_type shop.prices.item varchar(40)
-- expect: safe no_effect
select price from offers left join prices using (item)

-- change: drop_column shop.prices.note
-- expect: will_silently_change star_narrowed
select cast(null as prices) from offers
