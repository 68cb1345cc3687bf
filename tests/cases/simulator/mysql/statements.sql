-- dialect: mysql
-- table: shop.orders(id int not null, amount int, day datetime, note varchar(100))
-- table: shop.log(id int, message varchar(200))

-- change: drop_column shop.orders.amount
-- expect: will_error unknown_column `amount`
replace into log (id, message) select id, amount from orders

-- change: change_type shop.orders.amount varchar(20)
-- expect: will_silently_change comparison_across_types
select id from orders where amount = 5

-- change: change_type shop.orders.amount varchar(20)
-- expect: will_silently_change output_type_changed
select max(amount) from orders

-- change: add_column shop.log.at datetime
-- expect: will_error column_count
insert into log select id, note from orders

-- change: drop_column shop.log.message
-- expect: will_error unknown_column
insert into log (id, message) values (1, 'x') on duplicate key update message = values(message)

-- change: drop_column shop.orders.note
-- expect: will_error unknown_column
update orders o join log l on l.id = o.id set o.note = l.message

-- change: drop_column shop.log.id
-- expect: will_error unknown_column
delete o from orders o join log l on l.id = o.id

-- change: drop_column shop.orders.note
-- expect: safe no_effect
select id, 'note' as label from orders
