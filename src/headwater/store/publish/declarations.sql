-- What static events declare; each replaces the declaration before it, so all are kept with their time.
insert into declarations (event_id, series, owner_id, at, shown)
select batch.last_event, coalesce(batch.label, ''), nodes.id, batch.last_time, edge_sets.edge_ids
from batch
join nodes on nodes.key = batch.owner
join edge_sets on edge_sets.key = batch.target
where batch.kind = 'declared'
on conflict (event_id, series) do nothing;
