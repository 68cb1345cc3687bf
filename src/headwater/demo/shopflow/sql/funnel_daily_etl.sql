insert into shopflow.marts.funnel_daily (funnel_date, sessions, checkouts, conversion_rate)
select
    cast(s.started_at as date) as funnel_date,
    count(distinct s.session_id) as sessions,
    count(distinct e.session_id) as checkouts,
    count(distinct e.session_id) * 1.0 / count(distinct s.session_id) as conversion_rate
from shopflow.staging.stg_sessions as s
left join kafka.web.checkout_events as e on e.session_id = s.session_id and e.step = 'done'
group by cast(s.started_at as date)
