insert into shopflow.staging.stg_ad_spend (campaign, channel, spend_date, spend_usd, clicks)
select
    s.campaign_name as campaign,
    s.channel,
    s.day as spend_date,
    round(s.spend * fx.usd_rate, 2) as spend_usd,
    s.clicks
from lake.raw.ad_spend as s
join shopflow.staging.stg_fx_rates as fx on fx.currency = s.currency and fx.rate_date = s.day
