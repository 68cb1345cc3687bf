insert into shopflow.finance.monthly_close (
    close_month, orders_count, revenue_usd, captured_amount, variance
)
select
    date_trunc('month', d.revenue_date) as close_month,
    sum(d.orders_count) as orders_count,
    sum(d.revenue_usd) as revenue_usd,
    sum(d.captured_amount) as captured_amount,
    sum(d.revenue_usd) - sum(d.captured_amount) as variance
from shopflow.finance.daily_revenue as d
group by date_trunc('month', d.revenue_date)
