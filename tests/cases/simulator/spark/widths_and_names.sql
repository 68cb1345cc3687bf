-- dialect: spark
-- table: shop.boxes(id int, pieces int)
-- table: shop.lids(id int, size bigint)

-- change: change_type shop.boxes.pieces bigint
-- expect: will_silently_change output_type_changed
select coalesce(b.id, b.pieces) as found from boxes b

-- change: change_type shop.boxes.pieces bigint
-- expect: safe no_effect
select coalesce(l.size, b.pieces) as found from boxes b join lids l on l.id = b.id

-- change: drop_column shop.boxes.pieces
-- expect: could_not_analyze unsupported_statement
select * from identifier('boxes')
