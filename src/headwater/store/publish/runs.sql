-- A run is the sum of its events: earliest start, latest terminal state, latest statement of its parent, and all
-- edges that any of them showed. First what this batch says, then what was known, merged so that the order
-- of batches does not matter.
with shown as (
    select run, array_agg(distinct edge_id order by edge_id) as edge_ids
    from batch
    join edge_sets on edge_sets.key = batch.target
    cross join lateral unnest(edge_sets.edge_ids) as edge_id
    where batch.kind = 'shown'
    group by run
),
-- A run known only because its children name it. The greatest key wins, so that order does not matter.
stubs as (
    select run, max(owner::text)::uuid as job_key from batch where kind = 'run_stub' group by run
),
concerned as (
    select key as run_id from batch where kind = 'run'
    union
    select run from stubs
)
insert into new_runs (run_id, job_id, job_at, job_event, job_ends, stub_job_key, last_state, first_seen, first_event, last_seen, last_event,
                      started_at, ended_at, end_state, end_event,
                      parent_run_id, root_run_id, parent_at, parent_event, shown, sql_key, sql_at, sql_event)
select concerned.run_id, nodes.id, named.last_time, named.last_event, named.label in ('COMPLETE', 'FAIL', 'ABORT'),
       stubs.job_key, seen.label, seen.first_time, seen.first_event,
       seen.last_time, seen.last_event, began.first_time, ended.last_time, ended.label, ended.last_event,
       parent.source, parent.target, parent.last_time, parent.last_event, coalesce(shown.edge_ids, '{}'),
       carried.target, carried.last_time, carried.last_event
from concerned
left join batch as seen on seen.kind = 'run' and seen.key = concerned.run_id
left join batch as named on named.kind = 'run_job' and named.key = concerned.run_id
left join nodes on nodes.key = named.owner
left join stubs on stubs.run = concerned.run_id
left join batch as began on began.kind = 'run_start' and began.key = concerned.run_id
left join batch as ended on ended.kind = 'run_end' and ended.key = concerned.run_id
left join batch as parent on parent.kind = 'run_parent' and parent.key = concerned.run_id
left join batch as carried on carried.kind = 'run_sql' and carried.run = concerned.run_id
left join shown on shown.run = concerned.run_id;

analyze new_runs;

-- Who counted these runs before: a later event can give a run to another job.
insert into touched_owners (owner_id, since)
select counted.owner_id, min(counted.first_seen)
from new_runs
-- Looked up for each run (`offset 0`): joined with this view, all runs of the store would be read.
cross join lateral (select * from owner_runs where run_id = new_runs.run_id offset 0) as counted
where counted.first_seen is not null
group by counted.owner_id;

with known as (
    select runs.*,
           runs.last_seen is null or (n.last_seen, n.last_state in ('COMPLETE', 'FAIL', 'ABORT'), n.last_event)
                  > (runs.last_seen, runs.last_state in ('COMPLETE', 'FAIL', 'ABORT'), runs.last_event) as is_later,
           runs.job_at is null
               or (n.job_at, n.job_ends, n.job_event) > (runs.job_at, runs.job_ends, runs.job_event) as names_later,
           runs.first_seen is null or (n.first_seen, n.first_event) < (runs.first_seen, runs.first_event) as is_earlier,
           runs.ended_at is null or (n.ended_at, n.end_event) > (runs.ended_at, runs.end_event) as ends_later,
           runs.parent_at is null or (n.parent_at, n.parent_run_id <> n.root_run_id, n.parent_event)
                  > (runs.parent_at, runs.parent_run_id <> runs.root_run_id, runs.parent_event) as parent_is_later,
           runs.sql_at is null or (n.sql_at, n.sql_event) > (runs.sql_at, runs.sql_event) as carries_later
    from runs join new_runs as n on n.run_id = runs.run_id
),
merged as (
    select n.run_id,
           case when names_later then coalesce(n.job_id, k.job_id) else k.job_id end as job_id,
           case when names_later then coalesce(n.job_at, k.job_at) else k.job_at end as job_at,
           case when names_later then coalesce(n.job_event, k.job_event) else k.job_event end as job_event,
           case when names_later then coalesce(n.job_ends, k.job_ends) else k.job_ends end as job_ends,
           greatest(k.stub_job_key, n.stub_job_key) as stub_job_key,
           case when is_later then coalesce(n.last_state, k.last_state) else k.last_state end as last_state,
           case when is_earlier then coalesce(n.first_seen, k.first_seen) else k.first_seen end as first_seen,
           case when is_earlier then coalesce(n.first_event, k.first_event) else k.first_event end as first_event,
           case when is_later then coalesce(n.last_seen, k.last_seen) else k.last_seen end as last_seen,
           case when is_later then coalesce(n.last_event, k.last_event) else k.last_event end as last_event,
           least(k.started_at, n.started_at) as started_at,
           case when ends_later then coalesce(n.ended_at, k.ended_at) else k.ended_at end as ended_at,
           case when ends_later then coalesce(n.end_state, k.end_state) else k.end_state end as end_state,
           case when ends_later then coalesce(n.end_event, k.end_event) else k.end_event end as end_event,
           case when parent_is_later then coalesce(n.parent_run_id, k.parent_run_id) else k.parent_run_id end as parent_run_id,
           case when parent_is_later then coalesce(n.root_run_id, k.root_run_id) else k.root_run_id end as root_run_id,
           case when parent_is_later then coalesce(n.parent_at, k.parent_at) else k.parent_at end as parent_at,
           case when parent_is_later then coalesce(n.parent_event, k.parent_event) else k.parent_event end as parent_event,
           case when carries_later then coalesce(n.sql_key, k.sql_key) else k.sql_key end as sql_key,
           case when carries_later then coalesce(n.sql_at, k.sql_at) else k.sql_at end as sql_at,
           case when carries_later then coalesce(n.sql_event, k.sql_event) else k.sql_event end as sql_event,
           -- Comparing is linear in the edges of a run, where looking for each of them would be quadratic.
           case when n.shown = '{}' or k.shown = n.shown then k.shown
                else (select array_agg(distinct edge_id order by edge_id) from unnest(k.shown || n.shown) as edge_id)
           end as shown
    from known as k join new_runs as n on n.run_id = k.run_id
)
update runs
set job_id = merged.job_id, job_at = merged.job_at, job_event = merged.job_event, job_ends = merged.job_ends,
    stub_job_key = merged.stub_job_key, last_state = merged.last_state,
    first_seen = merged.first_seen, first_event = merged.first_event,
    last_seen = merged.last_seen, last_event = merged.last_event,
    started_at = merged.started_at, ended_at = merged.ended_at, end_state = merged.end_state,
    end_event = merged.end_event, parent_run_id = merged.parent_run_id, root_run_id = merged.root_run_id,
    parent_at = merged.parent_at, parent_event = merged.parent_event, shown = merged.shown,
    sql_key = merged.sql_key, sql_at = merged.sql_at, sql_event = merged.sql_event,
    counts_at = case when merged.end_state = 'COMPLETE' then merged.ended_at
                     when nodes.streaming then merged.first_seen end
from merged left join nodes on nodes.id = merged.job_id
where runs.run_id = merged.run_id;

-- From when a run counts for the life of its job's edges: its completion, or, for jobs that never complete
-- because they stream, its first event.
insert into runs (run_id, job_id, job_at, job_event, job_ends, stub_job_key, last_state, first_seen, first_event, last_seen, last_event,
                  started_at, ended_at, end_state, end_event,
                  parent_run_id, root_run_id, parent_at, parent_event, shown, sql_key, sql_at, sql_event, counts_at, is_execution)
select run_id, job_id, job_at, job_event, job_ends, stub_job_key, last_state, new_runs.first_seen, first_event, new_runs.last_seen, last_event,
       started_at, ended_at, end_state, end_event,
       parent_run_id, root_run_id, parent_at, parent_event, shown, sql_key, sql_at, sql_event,
       case when end_state = 'COMPLETE' then ended_at when nodes.streaming then new_runs.first_seen end,
       -- An execution's row is written in the transaction of its first event, so it is there by now.
       exists (select from pipeline_execution as execution where execution.run_id = new_runs.run_id)
from new_runs
left join nodes on nodes.id = new_runs.job_id
where not exists (select from runs where runs.run_id = new_runs.run_id)
order by run_id;

-- Jobs that were found to stream, or no longer to, count all their runs anew.
update runs
set counts_at = case when runs.end_state = 'COMPLETE' then runs.ended_at
                     when nodes.streaming then runs.first_seen end
from touched_owners join nodes on nodes.id = touched_owners.owner_id
where runs.job_id = touched_owners.owner_id and touched_owners.since = '-infinity';

-- An event shows edges of the job that it names. Where the events of a run name several, each of them counts it.
delete from run_owners using new_runs where run_owners.run_id = new_runs.run_id;

insert into run_owners (owner_id, run_id)
select distinct edges.owner_id, runs.run_id
from new_runs
join runs on runs.run_id = new_runs.run_id
cross join lateral unnest(runs.shown) as listed (edge_id)
join edges on edges.id = listed.edge_id
where edges.owner_id is distinct from runs.job_id;

insert into touched_owners (owner_id, since)
select run_owners.owner_id, '-infinity'
from touched_owners
join runs on runs.job_id = touched_owners.owner_id
join run_owners on run_owners.run_id = runs.run_id
where touched_owners.since = '-infinity'
group by run_owners.owner_id;
