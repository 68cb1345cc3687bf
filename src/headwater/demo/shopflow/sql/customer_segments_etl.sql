insert into shopflow.marketing.customer_segments (
    customer_id, email_sha256, segment, lifetime_value_usd
)
select
    l.customer_id,
    l.email_sha256,
    case
        when l.lifetime_value_usd >= 1000 then 'gold'
        when l.lifetime_value_usd >= 250 then 'silver'
        else 'bronze'
    end as segment,
    l.lifetime_value_usd
from shopflow.marts.customer_ltv as l
