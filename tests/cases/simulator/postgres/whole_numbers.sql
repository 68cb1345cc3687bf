-- dialect: postgres
-- table: shop.boxes(id int not null, pieces int, size smallint)

-- change: change_type shop.boxes.pieces bigint
-- expect: will_silently_change output_type_changed
select pieces / 2 from boxes

-- change: change_type shop.boxes.pieces smallint
-- expect: safe no_effect
select pieces / 2 from boxes

-- change: change_type shop.boxes.pieces bigint
-- expect: safe no_effect
select id from boxes where pieces / 2 > 4

-- change: rename_column shop.boxes.id number
-- expect: safe no_effect
insert into boxes (pieces) values (3)
