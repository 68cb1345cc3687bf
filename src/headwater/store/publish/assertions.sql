-- One result for each check and run (or instant); of a resent result the latest event stands, in one
-- instant the richer.
insert into assertions (key, dataset_id, field, name, at, event_id, run_id, success, severity, value)
select batch.key, nodes.id, batch.field, batch.name, batch.last_time, batch.last_event, batch.run,
       (batch.value::jsonb ->> 'success')::boolean, batch.value::jsonb ->> 'severity', batch.value::jsonb
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'assertion'
on conflict (key) do update
set at = excluded.at, event_id = excluded.event_id, success = excluded.success,
    severity = excluded.severity, value = excluded.value
where (excluded.at, richness(excluded.value), excluded.event_id)
      > (assertions.at, richness(assertions.value), assertions.event_id);
