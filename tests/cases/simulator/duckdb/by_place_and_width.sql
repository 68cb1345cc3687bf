-- dialect: duckdb
-- table: shop.boxes(id int not null, pieces int, tags int[])
-- table: shop.lids(id int, size bigint)

-- change: reorder_columns shop.lids.size 1
-- expect: will_silently_change resolves_elsewhere
select d, b from (boxes cross join lids) as x(a, b, c, d, e)

-- change: change_type shop.boxes.pieces smallint
-- expect: will_silently_change output_type_changed
select nullif(pieces, 4), nullif(pieces, l.size) from boxes, lids l

-- change: change_type shop.boxes.pieces date
-- expect: will_error type_mismatch
select (1 = any(array_agg(pieces))) = any (select false) from boxes

-- change: change_type shop.boxes.tags text[]
-- expect: will_error type_mismatch
select id from boxes where 3 = any(tags)
