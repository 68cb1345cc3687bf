-- dialect: tsql
-- input: dbo.orders(id, amount)
-- output: dbo.totals(id, total)
select id, amount into #stage from dbo.orders where amount > 0;
insert into dbo.totals select id, sum(amount) from #stage group by id;
-- expect
-- dbo.totals.id <- dbo.orders.id IDENTITY
-- dbo.totals.total <- dbo.orders.amount AGGREGATION
-- dbo.totals <- dbo.orders.amount FILTER
-- dbo.totals <- dbo.orders.id GROUP_BY
