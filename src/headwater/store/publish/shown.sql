-- What each run has shown so far: the union over its events. A START without datasets adds nothing.
with listed as (
    select batch.run as run_id, edges.id as edge_id
    from batch
    cross join lateral unnest(string_to_array(batch.value, ',')) as stated (key)
    join edges on edges.key = stated.key::uuid
    where batch.kind = 'shown'
),
news as (
    select run_id, array_agg(distinct edge_id order by edge_id) as shown
    from listed
    group by run_id
)
update runs
set shown = (select array_agg(distinct edge_id order by edge_id)
             from unnest(runs.shown || news.shown) as edge_id)
from news
where runs.run_id = news.run_id and not runs.shown @> news.shown;

insert into declarations (event_id, owner_id, at, shown)
select batch.key, nodes.id, batch.last_time,
       coalesce((select array_agg(edges.id order by edges.id)
                 from unnest(string_to_array(nullif(batch.value, ''), ',')) as stated (key)
                 join edges on edges.key = stated.key::uuid), '{}')
from batch
join nodes on nodes.key = batch.owner
where batch.kind = 'declared'
on conflict (event_id) do nothing;

-- Whose edges have to be looked at again, and from when on.
insert into touched (owner_id, since)
select runs.job_id, min(runs.first_seen)
from batch
join runs on runs.run_id = coalesce(batch.run, batch.key)
where batch.kind in ('run', 'run_end', 'shown') and runs.job_id is not null
group by runs.job_id;

insert into touched (owner_id, since)
select nodes.id, min(batch.last_time)
from batch
join nodes on nodes.key = batch.owner
where batch.kind = 'declared'
group by nodes.id;
