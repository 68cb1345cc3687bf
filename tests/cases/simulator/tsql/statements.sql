-- dialect: tsql
-- table: dbo.orders(id int not null, amount int, day datetime, note nvarchar(100))
-- table: dbo.archive(id int, amount int)

-- change: drop_column dbo.orders.amount
-- expect: will_error unknown_column
select top 10 id, amount from dbo.orders order by day desc

-- change: drop_column dbo.orders.amount
-- expect: will_error unknown_column
update o set o.amount = 0 from dbo.orders o join dbo.archive a on a.id = o.id

-- change: drop_column dbo.orders.amount
-- expect: will_error unknown_column
select id, amount into #big from dbo.orders where amount > 100

-- change: drop_column dbo.orders.note
-- expect: will_error unknown_column
select [note] from [dbo].[orders]

-- change: change_type dbo.orders.amount nvarchar(20)
-- expect: will_silently_change comparison_across_types
select id from dbo.orders where amount > 5

-- change: change_type dbo.orders.amount bigint
-- expect: will_silently_change output_type_changed
select sum(amount) as total from dbo.orders

-- change: add_column dbo.archive.note nvarchar(100)
-- expect: will_error column_count
insert into dbo.archive select id, amount from dbo.orders

-- change: drop_column dbo.archive.amount
-- expect: will_error unknown_column
delete a from dbo.archive a where a.amount is null

-- change: drop_column dbo.orders.day
-- expect: safe no_effect
select id from dbo.orders where note like 'day%'
