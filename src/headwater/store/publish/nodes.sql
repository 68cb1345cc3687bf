-- Every entity gets a number the first time it is mentioned.
insert into nodes (key, kind, namespace, name, field, first_seen, last_seen)
select key, label, namespace, name, coalesce(field, ''), first_time, last_time
from batch
where kind = 'node' and label <> 'column'
order by key
on conflict (key) do update
set first_seen = least(nodes.first_seen, excluded.first_seen),
    last_seen = greatest(nodes.last_seen, excluded.last_seen)
where nodes.first_seen is null
   or excluded.first_seen < nodes.first_seen
   or excluded.last_seen > nodes.last_seen;

insert into nodes (key, kind, namespace, name, field, dataset_id, first_seen, last_seen)
select batch.key, batch.label, batch.namespace, batch.name, coalesce(batch.field, ''), dataset.id,
       batch.first_time, batch.last_time
from batch
join nodes as dataset on dataset.key = batch.owner
where batch.kind = 'node' and batch.label = 'column'
order by batch.key
on conflict (key) do update
set first_seen = least(nodes.first_seen, excluded.first_seen),
    last_seen = greatest(nodes.last_seen, excluded.last_seen)
where nodes.first_seen is null
   or excluded.first_seen < nodes.first_seen
   or excluded.last_seen > nodes.last_seen;
