-- dialect: bigquery
-- input: proj.ds.orders(id, amount)
-- output: proj.mart.daily
create or replace table `proj.mart.daily` as select id, sum(amount) as total from `proj.ds.orders` group by id
-- expect
-- proj.mart.daily.id <- proj.ds.orders.id IDENTITY
-- proj.mart.daily.total <- proj.ds.orders.amount AGGREGATION
-- proj.mart.daily <- proj.ds.orders.id GROUP_BY
