insert into shopflow.marketing.campaign_roi (
    campaign, channel, spend_date, spend_usd, attributed_revenue_usd, roi
)
with attributed as (
    select
        o.utm_campaign,
        cast(o.placed_at as date) as order_date,
        sum(o.amount_usd) as revenue_usd
    from shopflow.sales.orders as o
    where o.utm_campaign is not null
    group by o.utm_campaign, cast(o.placed_at as date)
)
select
    s.campaign,
    s.channel,
    s.spend_date,
    s.spend_usd,
    a.revenue_usd as attributed_revenue_usd,
    a.revenue_usd / nullif(s.spend_usd, 0) as roi
from shopflow.staging.stg_ad_spend as s
join attributed as a on a.utm_campaign = s.campaign and a.order_date = s.spend_date;

insert into shopflow.marketing.channel_revenue (channel, revenue_date, revenue_usd)
select s.channel, s.spend_date as revenue_date, sum(o.amount_usd) as revenue_usd
from shopflow.staging.stg_ad_spend as s
join shopflow.sales.orders as o
    on o.utm_campaign = s.campaign and cast(o.placed_at as date) = s.spend_date
group by s.channel, s.spend_date
