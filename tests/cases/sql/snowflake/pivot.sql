-- dialect: snowflake
-- input: sales(region, month, amount)
-- output: o
create table o as
select region, jan, feb from sales pivot(sum(amount) for month in ('jan', 'feb')) as p (region, jan, feb)
-- expect
-- o.region <- sales.region IDENTITY
-- o.jan <- sales.amount AGGREGATION
-- o.jan <- sales.month CONDITIONAL
-- o.feb <- sales.amount AGGREGATION
-- o.feb <- sales.month CONDITIONAL
-- o <- sales.region GROUP_BY
