select c.campaign, c.channel, c.roi, h.revenue_usd as channel_revenue_usd
from shopflow.marketing.campaign_roi as c
join shopflow.marketing.channel_revenue as h
    on h.channel = c.channel and h.revenue_date = c.spend_date
