-- A facet is atomic: the one of the latest event stands, in one instant the richer. A null value is one that was
-- deleted.
insert into facets (node_id, name, at, event_id, value)
select nodes.id, batch.name, batch.last_time, batch.last_event, batch.value::jsonb
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'facet'
on conflict (node_id, name) do update
set at = excluded.at, event_id = excluded.event_id, value = excluded.value
where (excluded.at, richness(excluded.value), excluded.event_id) > (facets.at, richness(facets.value), facets.event_id);

insert into run_facets (run_id, name, at, event_id, value)
select run, name, last_time, last_event, value::jsonb
from batch
where kind = 'run_facet'
on conflict (run_id, name) do update
set at = excluded.at, event_id = excluded.event_id, value = excluded.value
where (excluded.at, richness(excluded.value), excluded.event_id) > (run_facets.at, richness(run_facets.value), run_facets.event_id);

insert into run_io_facets (run_id, node_id, direction, name, at, event_id, value)
select batch.run, nodes.id, batch.label, batch.name, batch.last_time, batch.last_event, batch.value::jsonb
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'io_facet'
on conflict (run_id, node_id, direction, name) do update
set at = excluded.at, event_id = excluded.event_id, value = excluded.value
where (excluded.at, richness(excluded.value), excluded.event_id) > (run_io_facets.at, richness(run_io_facets.value), run_io_facets.event_id);
