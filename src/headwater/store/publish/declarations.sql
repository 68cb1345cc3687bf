-- What static events declare; each replaces the declaration before it, so all are kept with their time.
insert into declarations (event_id, owner_id, at, shown)
select batch.key, nodes.id, batch.last_time, edge_sets.edge_ids
from batch
join nodes on nodes.key = batch.owner
join edge_sets on edge_sets.key = batch.target
where batch.kind = 'declared'
on conflict (event_id) do nothing;
