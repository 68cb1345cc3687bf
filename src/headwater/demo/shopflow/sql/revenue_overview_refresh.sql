select
    r.revenue_date,
    r.country,
    sum(r.orders_count) as orders_count,
    sum(r.gross_revenue_usd) as gross_revenue_usd
from shopflow.marts.fct_revenue as r
group by r.revenue_date, r.country
