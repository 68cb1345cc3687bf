insert into shopflow.finance.daily_revenue (
    revenue_date, orders_count, revenue_usd, captured_amount
)
with captured as (
    select cast(p.paid_at as date) as paid_on, sum(p.amount) as captured_amount
    from shopflow.sales.payments as p
    group by cast(p.paid_at as date)
)
select
    r.revenue_date,
    sum(r.orders_count) as orders_count,
    sum(r.gross_revenue_usd) as revenue_usd,
    max(k.captured_amount) as captured_amount
from shopflow.marts.fct_revenue as r
left join captured as k on k.paid_on = r.revenue_date
group by r.revenue_date
