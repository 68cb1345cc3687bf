-- Whose edges have to be looked at again, and from when on.
insert into touched_owners (owner_id, since)
select owner_runs.owner_id, min(owner_runs.first_seen)
from new_runs
join owner_runs on owner_runs.run_id = new_runs.run_id
where owner_runs.first_seen is not null
group by owner_runs.owner_id;

insert into touched_owners (owner_id, since)
select nodes.id, min(batch.last_time)
from batch
join nodes on nodes.key = batch.owner
where batch.kind = 'declared'
group by nodes.id;

analyze touched_owners;
