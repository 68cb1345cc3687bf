select
    s.segment,
    l.country,
    count(s.customer_id) as customers,
    sum(l.lifetime_value_usd) as value_usd
from shopflow.marketing.customer_segments as s
join shopflow.marts.customer_ltv as l on l.customer_id = s.customer_id
group by s.segment, l.country
