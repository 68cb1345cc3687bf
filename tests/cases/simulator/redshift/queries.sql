-- dialect: redshift
-- table: dw.sales(id int not null, amount int, sold_at timestamp, region varchar(20))

-- change: drop_column dw.sales.region
-- expect: will_error unknown_column
select region, sum(amount) from dw.sales group by 1

-- change: change_type dw.sales.amount bigint
-- expect: will_silently_change output_type_changed
select region, sum(amount) as total from dw.sales group by 1

-- change: change_type dw.sales.region int
-- expect: will_error type_mismatch
select id from dw.sales where region like 'EU%'

-- change: change_type dw.sales.sold_at date
-- expect: will_silently_change output_type_changed
select date_trunc('day', sold_at) from dw.sales

-- change: drop_column dw.sales.sold_at
-- expect: will_error unknown_column
select a.id from dw.sales a where a.sold_at = (select max(sold_at) from dw.sales b where b.region = a.region)
