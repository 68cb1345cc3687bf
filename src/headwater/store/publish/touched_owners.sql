-- Whose edges have to be looked at again, and from when on.
insert into touched_owners (owner_id, since)
select counted.owner_id, min(counted.first_seen)
from new_runs
-- Looked up for each run (`offset 0`): joined with this view, all runs of the store would be read.
cross join lateral (select * from owner_runs where run_id = new_runs.run_id offset 0) as counted
where counted.first_seen is not null
group by counted.owner_id;

insert into touched_owners (owner_id, since)
select nodes.id, min(batch.last_time)
from batch
join nodes on nodes.key = batch.owner
where batch.kind = 'declared'
group by nodes.id;

analyze touched_owners;
