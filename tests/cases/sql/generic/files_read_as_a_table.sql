-- input: raw/ad_spend(spend)
-- input: warehouse/sales.db/orders(id)
-- output: o(spend, id)
insert into o
select s.spend, r.id from lake.raw.ad_spend as s cross join sales.orders as r
-- expect
-- reads: raw/ad_spend, warehouse/sales.db/orders
-- o.spend <- raw/ad_spend.spend IDENTITY
-- o.id <- warehouse/sales.db/orders.id IDENTITY
