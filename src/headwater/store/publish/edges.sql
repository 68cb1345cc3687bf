-- An edge gets a number the first time it is stated; its identity includes who said so and how.
insert into edges (key, kind, owner_id, source_id, target_id, source_dataset_id, target_dataset_id,
                   origin, subtype, masking, description, first_seen, first_event, last_seen, last_event)
select batch.key, batch.label::smallint, owner.id, source.id, target.id,
       case source.kind when 'dataset' then source.id when 'column' then source.dataset_id end,
       case target.kind when 'dataset' then target.id when 'column' then target.dataset_id end,
       batch.value::jsonb ->> 'origin', batch.value::jsonb ->> 'subtype',
       (batch.value::jsonb ->> 'masking')::boolean, batch.value::jsonb ->> 'description',
       batch.first_time, batch.first_event, batch.last_time, batch.last_event
from batch
join nodes as owner on owner.key = batch.owner
join nodes as source on source.key = batch.source
join nodes as target on target.key = batch.target
where batch.kind = 'edge'
order by batch.key
on conflict (key) do update
set first_seen = least(edges.first_seen, excluded.first_seen),
    first_event = case when (excluded.first_seen, excluded.first_event) < (edges.first_seen, edges.first_event)
                       then excluded.first_event else edges.first_event end,
    last_seen = greatest(edges.last_seen, excluded.last_seen),
    last_event = case when (excluded.last_seen, excluded.last_event) > (edges.last_seen, edges.last_event)
                      then excluded.last_event else edges.last_event end,
    description = case when (excluded.last_seen, excluded.last_event) > (edges.last_seen, edges.last_event)
                       then excluded.description else edges.description end
where (excluded.last_seen, excluded.last_event) > (edges.last_seen, edges.last_event)
   or (excluded.first_seen, excluded.first_event) < (edges.first_seen, edges.first_event);
