-- An edge gets a number the first time it is stated; its identity includes who said so and how.
insert into edges (key, kind, owner_id, source_id, target_id, source_dataset_id, target_dataset_id,
                   origin, subtype, masking, description, confidence, first_seen, first_event, last_seen, last_event)
select batch.key, edge_kind(batch.label), owner.id, source.id, target.id,
       case source.kind when 'dataset' then source.id when 'column' then source.dataset_id end,
       case target.kind when 'dataset' then target.id when 'column' then target.dataset_id end,
       batch.value::jsonb ->> 'origin', batch.value::jsonb ->> 'subtype',
       (batch.value::jsonb ->> 'masking')::boolean, batch.value::jsonb ->> 'description',
       (batch.value::jsonb ->> 'confidence')::real,
       batch.first_time, batch.first_event, batch.last_time, batch.last_event
from batch
join nodes as owner on owner.key = batch.owner
join nodes as source on source.key = batch.source
join nodes as target on target.key = batch.target
where batch.kind = 'edge' and not exists (select from edges where edges.key = batch.key)
order by batch.key;

-- A description that mentions a hash, or no longer does, changes what the edge does to the class of its data.
insert into graph_changes (batch, owner_id)
select distinct pipeline_state.batch + 1, edges.owner_id
from batch join edges on edges.key = batch.key cross join pipeline_state
where batch.kind = 'edge' and edges.masking
  and (batch.last_time, num_nonnulls(batch.value::jsonb ->> 'description', batch.value::jsonb ->> 'confidence'), batch.last_event)
      > (edges.last_seen, num_nonnulls(edges.description, edges.confidence), edges.last_event)
  and batch.value::jsonb ->> 'description' is distinct from edges.description
on conflict do nothing;

-- What the latest event says stands; in one instant what says more. One update for both ends of the time it was seen:
-- each version of a row costs an entry in every index.
with stated as (
    select edges.id, batch.*,
           (batch.first_time, batch.first_event) < (edges.first_seen, edges.first_event) as is_earlier,
           (batch.last_time, num_nonnulls(batch.value::jsonb ->> 'description', batch.value::jsonb ->> 'confidence'), batch.last_event)
               > (edges.last_seen, num_nonnulls(edges.description, edges.confidence), edges.last_event) as is_later
    from batch join edges on edges.key = batch.key
    where batch.kind = 'edge'
)
update edges
set first_seen = case when is_earlier then stated.first_time else edges.first_seen end,
    first_event = case when is_earlier then stated.first_event else edges.first_event end,
    last_seen = case when is_later then stated.last_time else edges.last_seen end,
    last_event = case when is_later then stated.last_event else edges.last_event end,
    description = case when is_later then stated.value::jsonb ->> 'description' else edges.description end,
    confidence = case when is_later then (stated.value::jsonb ->> 'confidence')::real else edges.confidence end
from stated
where edges.id = stated.id and (is_earlier or is_later);

-- Sets of edges that runs and declarations show: most runs of a job show the same.
insert into edge_sets (key, edge_ids)
select batch.key, coalesce(array_agg(edges.id order by edges.id) filter (where edges.id is not null), '{}')
from batch
left join lateral unnest(string_to_array(batch.value, ',')) as stated (key) on stated.key <> ''
left join edges on edges.key = stated.key::uuid
where batch.kind = 'edge_set'
group by batch.key;
