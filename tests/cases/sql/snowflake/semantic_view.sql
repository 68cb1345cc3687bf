-- dialect: snowflake
-- input: sales_view
-- output: o
create table o as select * from semantic_view(sales_view metrics orders.revenue as r dimensions customers.region)
-- expect
-- o.r <- sales_view.revenue IDENTITY
-- o.region <- sales_view.region IDENTITY
-- reads: sales_view
