-- What people ask the warehouse by hand: thirty-one questions to orders, and a few to the rest.
--
-- Above each stands who asked, how many reports of it the warehouse sent in the month (each for several runs), and
-- how many rows came back. Of priya.data's fourteen
-- questions to orders nine read `amount_usd` and five do not.

-- priya.data: 24 runs, 1 row
select sum(amount_usd) as revenue_usd from shopflow.sales.orders
where placed_at >= current_date - interval '1 day'

-- priya.data: 21 runs, 30 rows
select cast(placed_at as date) as day, sum(amount_usd) as revenue_usd from shopflow.sales.orders
where placed_at >= current_date - interval '30 days' group by cast(placed_at as date)
order by day

-- priya.data: 17 runs, 24 rows
select c.country, avg(o.amount_usd) as avg_order_usd from shopflow.sales.orders as o
join shopflow.sales.customers as c on c.customer_id = o.customer_id group by c.country

-- priya.data: 12 runs, 100 rows
select customer_id, sum(amount_usd) as spent_usd from shopflow.sales.orders group by customer_id
order by spent_usd desc limit 100

-- priya.data: 11 runs, 12 rows
select coupon_code, count(*) as orders, sum(amount_usd) as revenue_usd
from shopflow.sales.orders where coupon_code is not null group by coupon_code

-- priya.data: 9 runs, 340 rows
select order_id, amount_usd, percent_rank() over (order by amount_usd) as rank
from shopflow.sales.orders
where order_status = 'completed' and placed_at >= current_date - interval '7 days'

-- priya.data: 8 runs, 7 rows
select extract(dow from placed_at) as weekday, avg(amount_usd) as avg_order_usd
from shopflow.sales.orders group by extract(dow from placed_at)

-- priya.data: 7 runs, 60 rows
with firsts as (
    select customer_id, min(placed_at) as first_at from shopflow.sales.orders group by customer_id
)
select date_trunc('month', f.first_at) as cohort, sum(o.amount_usd) as revenue_usd
from firsts as f join shopflow.sales.orders as o on o.customer_id = f.customer_id
group by date_trunc('month', f.first_at)

-- priya.data: 6 runs, 18 rows
select order_id, currency, amount_usd from shopflow.sales.orders where amount_usd > 5000
order by amount_usd desc

-- priya.data: 13 runs, 1 row
select count(*) as orders from shopflow.sales.orders where placed_at >= current_date

-- priya.data: 11 runs, 4 rows
select order_status, count(order_id) as orders from shopflow.sales.orders group by order_status

-- priya.data: 8 runs, 210 rows
select customer_id, count(order_id) as orders from shopflow.sales.orders
where placed_at >= current_date - interval '90 days' group by customer_id
having count(order_id) > 3

-- priya.data: 6 runs, 40 rows
select i.category, count(distinct o.order_id) as orders from shopflow.sales.orders as o
join shopflow.sales.order_items as i on i.order_id = o.order_id group by i.category

-- priya.data: 5 runs, 9 rows
select currency, count(order_id) as orders from shopflow.sales.orders group by currency
order by orders desc

-- lena.finance: 9 runs, 1 row
select sum(o.amount_usd) as ordered_usd, sum(p.amount) as captured
from shopflow.sales.orders as o
left join shopflow.sales.payments as p on p.order_id = o.order_id
where o.placed_at >= date_trunc('month', current_date)

-- lena.finance: 6 runs, 34 rows
select currency, sum(amount_usd) as exposure_usd from shopflow.sales.orders group by currency

-- lena.finance: 4 runs, 15 rows
select order_id, amount_usd from shopflow.sales.orders
where order_status = 'returned' and placed_at >= current_date - interval '14 days'

-- lena.finance: 3 runs, 22 rows
select o.order_id from shopflow.sales.orders as o
left join shopflow.sales.payments as p on p.order_id = o.order_id
where p.payment_id is null and o.order_status = 'completed'

-- mei.growth: 8 runs, 45 rows
select utm_campaign, count(order_id) as orders from shopflow.sales.orders
where utm_campaign is not null group by utm_campaign

-- mei.growth: 7 runs, 45 rows
select utm_campaign, sum(amount_usd) as revenue_usd from shopflow.sales.orders
group by utm_campaign

-- mei.growth: 4 runs, 900 rows
select c.email_sha256 from shopflow.sales.customers as c
where not exists (
    select 1 from shopflow.sales.orders as o
    where o.customer_id = c.customer_id and o.placed_at >= current_date - interval '180 days'
)

-- mei.growth: 3 runs, 12 rows
select coupon_code, avg(amount_usd) as avg_order_usd from shopflow.sales.orders
where coupon_code like 'SPRING%' group by coupon_code

-- omar.bi: 6 runs, 24 rows
select extract(hour from placed_at) as hour, count(order_id) as orders
from shopflow.sales.orders group by extract(hour from placed_at)

-- omar.bi: 5 runs, 1 row
select max(placed_at) as newest_order from shopflow.sales.orders

-- omar.bi: 4 runs, 500 rows
select * from shopflow.sales.orders order by placed_at desc limit 500

-- omar.bi: 3 runs, 3 rows
select r.revenue_date, r.gross_revenue_usd from shopflow.marts.fct_revenue as r
where r.revenue_date not in (select cast(o.placed_at as date) from shopflow.sales.orders as o)

-- tom.ops: 5 runs, 20 rows
select * from shopflow.sales.orders where order_id in (883201, 883202, 883203)

-- tom.ops: 4 runs, 1 row
select count(s.order_id) as missing from shopflow.staging.stg_orders as s
left join shopflow.sales.orders as o on o.order_id = s.order_id where o.order_id is null

-- tom.ops: 3 runs, 1 row
select count(*) as nulls from shopflow.sales.orders where amount_usd is null

-- sam.lead: 4 runs, 6 rows
select order_id, count(*) as copies from shopflow.sales.orders group by order_id
having count(*) > 1

-- sam.lead: 3 runs, 30 rows
select o.order_id, o.amount_usd / fx.usd_rate as amount from shopflow.sales.orders as o
join shopflow.staging.stg_fx_rates as fx
    on fx.currency = o.currency and fx.rate_date = cast(o.placed_at as date)
where o.currency <> 'USD'

-- priya.data: 10 runs, 50 rows
select country, avg(lifetime_value_usd) as avg_ltv_usd from shopflow.marts.customer_ltv
group by country

-- omar.bi: 7 runs, 20 rows
select title, units_sold from shopflow.marts.product_performance where stock_on_hand = 0
order by units_sold desc limit 20

-- mei.growth: 6 runs, 8 rows
select channel, sum(revenue_usd) as revenue_usd from shopflow.marketing.channel_revenue group by channel

-- lena.finance: 5 runs, 30 rows
select revenue_date, revenue_usd from shopflow.finance.daily_revenue order by revenue_date

-- carla.crm: 3 runs, 140 rows
select city, count(customer_id) as customers from shopflow.sales.customers group by city
