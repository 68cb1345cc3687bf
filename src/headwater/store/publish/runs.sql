-- A run is the sum of its events: earliest start, latest terminal state, latest word on its parent.
insert into runs (run_id, job_id, last_state, first_seen, first_event, last_seen, last_event)
select batch.key, nodes.id, batch.label, batch.first_time, batch.first_event, batch.last_time, batch.last_event
from batch
join nodes on nodes.key = batch.owner
where batch.kind = 'run'
order by batch.key
on conflict (run_id) do update
set (job_id, last_state, last_seen, last_event) = (
        select excluded.job_id, excluded.last_state, excluded.last_seen, excluded.last_event
        where runs.last_seen is null
           or (excluded.last_seen, excluded.last_event) > (runs.last_seen, runs.last_event)
        union all
        select runs.job_id, runs.last_state, runs.last_seen, runs.last_event
        where (excluded.last_seen, excluded.last_event) <= (runs.last_seen, runs.last_event)
    ),
    (first_seen, first_event) = (
        select excluded.first_seen, excluded.first_event
        where runs.first_seen is null
           or (excluded.first_seen, excluded.first_event) < (runs.first_seen, runs.first_event)
        union all
        select runs.first_seen, runs.first_event
        where (excluded.first_seen, excluded.first_event) >= (runs.first_seen, runs.first_event)
    );

-- A run known only from its children's word. The greatest key wins, so that order does not matter.
insert into runs (run_id, stub_job_key)
select run, max(owner::text)::uuid
from batch
where kind = 'run_stub'
group by run
on conflict (run_id) do update
set stub_job_key = greatest(runs.stub_job_key, excluded.stub_job_key)
where runs.stub_job_key is null or excluded.stub_job_key > runs.stub_job_key;

update runs
set started_at = least(runs.started_at, batch.first_time)
from batch
where batch.kind = 'run_start' and runs.run_id = batch.key
  and (runs.started_at is null or batch.first_time < runs.started_at);

update runs
set ended_at = batch.last_time, end_state = batch.label, end_event = batch.last_event
from batch
where batch.kind = 'run_end' and runs.run_id = batch.key
  and (runs.ended_at is null or (batch.last_time, batch.last_event) > (runs.ended_at, runs.end_event));

update runs
set parent_run_id = batch.source, root_run_id = batch.target,
    parent_at = batch.last_time, parent_event = batch.last_event
from batch
where batch.kind = 'run_parent' and runs.run_id = batch.key
  and (runs.parent_at is null or (batch.last_time, batch.last_event) > (runs.parent_at, runs.parent_event));

-- From when a run counts for the life of its job's edges: its completion, or, for jobs that never
-- complete because they stream, its first event.
with concerned as (
    select key as run_id from batch where kind in ('run', 'run_end')
    union
    select runs.run_id from touched join runs on runs.job_id = touched.owner_id
),
counting as (
    select runs.run_id,
           case when runs.end_state = 'COMPLETE' then runs.ended_at
                when nodes.streaming then runs.first_seen end as counts_at
    from concerned
    join runs on runs.run_id = concerned.run_id
    join nodes on nodes.id = runs.job_id
)
update runs
set counts_at = counting.counts_at
from counting
where runs.run_id = counting.run_id and runs.counts_at is distinct from counting.counts_at;
