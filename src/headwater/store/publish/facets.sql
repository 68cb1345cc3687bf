-- A facet is atomic: the one of the latest event stands. A null value is one that was deleted.
insert into facets (node_id, name, at, event_id, value)
select nodes.id, batch.name, batch.last_time, batch.last_event, batch.value::jsonb
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'facet'
on conflict (node_id, name) do update
set at = excluded.at, event_id = excluded.event_id, value = excluded.value
where (excluded.at, excluded.event_id) > (facets.at, facets.event_id);

insert into run_facets (run_id, name, at, event_id, value)
select run, name, last_time, last_event, value::jsonb
from batch
where kind = 'run_facet'
on conflict (run_id, name) do update
set at = excluded.at, event_id = excluded.event_id, value = excluded.value
where (excluded.at, excluded.event_id) > (run_facets.at, run_facets.event_id);

insert into run_io_facets (run_id, node_id, direction, name, at, event_id, value)
select batch.run, nodes.id, batch.label, batch.name, batch.last_time, batch.last_event, batch.value::jsonb
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'io_facet'
on conflict (run_id, node_id, direction, name) do update
set at = excluded.at, event_id = excluded.event_id, value = excluded.value
where (excluded.at, excluded.event_id) > (run_io_facets.at, run_io_facets.event_id);
