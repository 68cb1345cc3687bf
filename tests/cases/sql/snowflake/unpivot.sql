-- dialect: snowflake
-- input: sales(region, jan, feb)
-- output: o(region, month, amount)
insert into o (region, amount, month)
select region, amount, month from sales unpivot(amount for month in (jan, feb))
-- expect
-- o.region <- sales.region IDENTITY
-- o.amount <- sales.jan IDENTITY
-- o.amount <- sales.feb IDENTITY
-- o <- sales.feb FILTER
-- o <- sales.jan FILTER
