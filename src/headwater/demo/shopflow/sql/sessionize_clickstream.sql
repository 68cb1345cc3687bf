insert into shopflow.staging.stg_sessions (
    session_id, visitor_hash, utm_campaign, started_at, ended_at, page_views
)
select
    v.session_id,
    max(encode(sha256(cast(v.visitor_ip as bytea)), 'hex')) as visitor_hash,
    min(v.utm_campaign) as utm_campaign,
    min(v.viewed_at) as started_at,
    max(v.viewed_at) as ended_at,
    count(v.event_id) as page_views
from kafka.web.page_views as v
group by v.session_id
