create or replace view shopflow.marts.executive_kpis as
with worth as (
    select avg(l.lifetime_value_usd) as avg_ltv_usd from shopflow.marts.customer_ltv as l
)
select
    d.revenue_date as kpi_date,
    d.revenue_usd,
    d.orders_count,
    f.conversion_rate,
    w.avg_ltv_usd
from shopflow.finance.daily_revenue as d
left join shopflow.marts.funnel_daily as f on f.funnel_date = d.revenue_date
cross join worth as w
