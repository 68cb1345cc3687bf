-- Whose edges have to be looked at again, and from when on.
insert into touched_owners (owner_id, since)
select runs.job_id, min(runs.first_seen)
from new_runs
join runs on runs.run_id = new_runs.run_id
where runs.job_id is not null and runs.first_seen is not null
group by runs.job_id;

insert into touched_owners (owner_id, since)
select nodes.id, min(batch.last_time)
from batch
join nodes on nodes.key = batch.owner
where batch.kind = 'declared'
group by nodes.id;

analyze touched_owners;
