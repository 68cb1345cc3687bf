-- Every entity gets a number the first time it is mentioned. What is known is updated and not inserted
-- again: an insert that meets a conflict uses up a number all the same.
-- Names that only an analysis of SQL found carry no time.
insert into nodes (key, kind, namespace, name, field, first_seen, last_seen)
select key, label, namespace, name, coalesce(field, ''), nullif(first_time, 'infinity'), nullif(last_time, '-infinity')
from batch
where kind = 'node' and label <> 'column' and not exists (select from nodes where nodes.key = batch.key)
order by key;

insert into nodes (key, kind, namespace, name, field, dataset_id, first_seen, last_seen)
select batch.key, batch.label, batch.namespace, batch.name, coalesce(batch.field, ''), dataset.id,
       nullif(batch.first_time, 'infinity'), nullif(batch.last_time, '-infinity')
from batch
join nodes as dataset on dataset.key = batch.owner
where batch.kind = 'node' and batch.label = 'column'
  and not exists (select from nodes where nodes.key = batch.key)
order by batch.key;

update nodes
set first_seen = least(nodes.first_seen, batch.first_time),
    last_seen = greatest(nodes.last_seen, batch.last_time)
from batch
where batch.kind = 'node' and nodes.key = batch.key and batch.last_time > '-infinity'
  and (nodes.first_seen is null or batch.first_time < nodes.first_seen or batch.last_time > nodes.last_seen);
