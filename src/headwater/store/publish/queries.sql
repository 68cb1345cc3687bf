-- What people asked: each query once, and how often it was run, by day and by whom. A use is an event of a query
-- log, or a run of a job that is a query; a use that is reported again replaces what was counted of it.
insert into queries (key, dialect, database, schema, text, at, event_id)
select key, label, namespace, name, value, last_time, last_event from batch where kind = 'query'
on conflict (key) do update
set dialect = excluded.dialect, database = excluded.database, schema = excluded.schema,
    text = excluded.text, at = excluded.at, event_id = excluded.event_id
where (excluded.at, excluded.event_id) > (queries.at, queries.event_id);

insert into job_texts (job_id, query_key, first_seen, last_seen)
select nodes.id, batch.target, batch.first_time, batch.last_time
from batch join nodes on nodes.key = batch.owner
where batch.kind = 'job_text'
on conflict (job_id, query_key) do update
set first_seen = least(job_texts.first_seen, excluded.first_seen),
    last_seen = greatest(job_texts.last_seen, excluded.last_seen);

insert into concerned_uses (key)
select key from batch where kind = 'query_use'
union
select run_id from new_runs
union
select runs.run_id from retyped_jobs join runs on runs.job_id = retyped_jobs.job_id;

analyze concerned_uses;

insert into new_uses (key, query_key, at, user_name, dashboard, job, runs, duration_us, row_count, tags)
select batch.key, batch.target, batch.last_time, coalesce(batch.name, ''), coalesce(said.dashboard, ''),
       coalesce(said.job, ''), said.count, said.duration_us, said.rows, coalesce(said.tags, '{}')
from batch
cross join lateral jsonb_to_record(batch.value::jsonb)
    as said (count bigint, duration_us bigint, rows bigint, dashboard text, job text, tags text[])
where batch.kind = 'query_use';

-- Who asked is in a facet of the run: ours, or that of a query engine which is known to send one.
insert into new_uses (key, query_key, at, user_name, dashboard, job, runs, duration_us, row_count, tags)
select runs.run_id, sql_texts.query_key, coalesce(runs.started_at, runs.first_seen),
       left(coalesce(asked.user_name, ''), 200), left(coalesce(asked.dashboard, ''), 200), '',
       coalesce(asked.times, 1),
       (extract(epoch from runs.ended_at - runs.started_at) * 1000000)::bigint, asked.row_count, '{}'
from concerned_uses
join runs on runs.run_id = concerned_uses.key
join nodes as job on job.id = runs.job_id and upper(job.type) = 'QUERY'
join sql_texts on sql_texts.key = runs.sql_key
cross join lateral (
    select coalesce(max(value ->> 'user') filter (where name = 'headwater_query'),
                    max(value ->> 'user') filter (where name = 'trino_query_context')) as user_name,
           max(value ->> 'dashboard') filter (where name = 'headwater_query') as dashboard,
           max(case when value ->> 'count' ~ '^[1-9]\d{0,8}$' then (value ->> 'count')::bigint end)
               filter (where name = 'headwater_query') as times,
           max(case when value ->> 'rows' ~ '^\d{1,12}$' then (value ->> 'rows')::bigint end)
               filter (where name = 'headwater_query') as row_count
    from run_facets
    where run_facets.run_id = runs.run_id and run_facets.name in ('headwater_query', 'trino_query_context')
) as asked
where sql_texts.query_key is not null and coalesce(runs.started_at, runs.first_seen) is not null;

with replaced as (
    delete from query_uses using concerned_uses where query_uses.key = concerned_uses.key returning query_uses.*
),
signed as (
    select new_uses.*, 1 as sign from new_uses
    union all
    select replaced.*, -1 from replaced
)
insert into use_changes (query_key, day, user_name, dashboard, job, uses, runs, timed_runs, duration_us)
select query_key, (at at time zone 'UTC')::date as day, user_name, dashboard, job, sum(sign), sum(sign * runs),
       sum(case when duration_us is null then 0 else sign * runs end), sum(sign * runs * coalesce(duration_us, 0)::numeric)
from signed
group by query_key, day, user_name, dashboard, job;

insert into query_uses select * from new_uses;

insert into query_days (query_key, day, user_name, dashboard, job, uses, runs, timed_runs, duration_us)
select query_key, day, user_name, dashboard, job, uses, runs, timed_runs, duration_us
from use_changes
where (uses, runs, timed_runs, duration_us) <> (0, 0, 0, 0)
on conflict (query_key, day, user_name, dashboard, job) do update
set uses = query_days.uses + excluded.uses, runs = query_days.runs + excluded.runs,
    timed_runs = query_days.timed_runs + excluded.timed_runs,
    duration_us = query_days.duration_us + excluded.duration_us;

delete from query_days
using use_changes
where query_days.uses = 0
  and (query_days.query_key, query_days.day, query_days.user_name, query_days.dashboard, query_days.job)
      = (use_changes.query_key, use_changes.day, use_changes.user_name, use_changes.dashboard, use_changes.job);
