-- Names that mean the same dataset lead to one node. Aliases form groups; each group has one node
-- that speaks for it: the first by name among those that are nobody's alias.
create temp table if not exists alias_news (node_id integer primary key) on commit delete rows;

with merged as (
    insert into aliases (alias_id, target_id, reason, first_seen, last_seen)
    select alias.id, target.id, batch.label, batch.first_time, batch.last_time
    from batch
    join nodes as alias on alias.key = batch.source
    join nodes as target on target.key = batch.target
    where batch.kind = 'alias'
    on conflict (alias_id, target_id) do update
    set first_seen = least(aliases.first_seen, excluded.first_seen),
        last_seen = greatest(aliases.last_seen, excluded.last_seen)
    returning alias_id, target_id, (xmax = 0) as is_new
)
insert into alias_news (node_id)
select distinct node_id
from merged cross join lateral (values (alias_id), (target_id)) as pair (node_id)
where is_new;

with recursive linked as (
    select alias_id as one, target_id as other from aliases
    union all
    select target_id, alias_id from aliases
),
groups as (
    select node_id as start, node_id as member from alias_news
    union
    select groups.start, linked.other
    from groups join linked on linked.one = groups.member
),
speakers as (
    select groups.start,
           (array_agg(nodes.id order by
               exists (select from aliases where aliases.alias_id = nodes.id),
               nodes.namespace, nodes.name))[1] as speaker_id
    from groups join nodes on nodes.id = groups.member
    group by groups.start
)
update nodes
set canonical_id = speakers.speaker_id
from groups join speakers on speakers.start = groups.start
where nodes.id = groups.member and nodes.canonical_id is distinct from speakers.speaker_id;

-- A column of an alias is a column of the node that speaks for it.
insert into nodes (key, kind, namespace, name, field, dataset_id)
select distinct on (md5('column' || e'\x1f' || speaker.namespace || e'\x1f' || speaker.name || e'\x1f' || col.field))
       md5('column' || e'\x1f' || speaker.namespace || e'\x1f' || speaker.name || e'\x1f' || col.field)::uuid,
       'column', speaker.namespace, speaker.name, col.field, speaker.id
from nodes as col
join nodes as dataset on dataset.id = col.dataset_id
join nodes as speaker on speaker.id = dataset.canonical_id and speaker.id <> dataset.id
where col.kind = 'column'
  and (col.key in (select key from batch where kind = 'node' and label = 'column')
       or dataset.id in (select node_id from alias_news)
       or speaker.id in (select coalesce(canonical_id, id) from nodes where id in (select node_id from alias_news)))
on conflict (key) do nothing;

update nodes as col
set canonical_id = same.id
from nodes as dataset, nodes as speaker, nodes as same
where col.kind = 'column' and dataset.id = col.dataset_id
  and speaker.id = coalesce(dataset.canonical_id, dataset.id)
  and same.kind = 'column' and same.dataset_id = speaker.id and same.field = col.field
  and col.canonical_id is distinct from same.id
  and (speaker.id <> dataset.id or col.canonical_id is not null)
  and (col.key in (select key from batch where kind = 'node' and label = 'column')
       or dataset.id in (select node_id from alias_news)
       or speaker.id in (select coalesce(canonical_id, id) from nodes where id in (select node_id from alias_news)));

-- Owner 0 tells readers that nodes were joined and the whole graph has to be read again.
insert into graph_changes (batch, owner_id)
select pipeline_state.batch + 1, 0
from pipeline_state
where exists (select from alias_news)
   or exists (select from batch
              join nodes as col on col.key = batch.key
              join nodes as dataset on dataset.id = col.dataset_id
              where batch.kind = 'node' and batch.label = 'column' and dataset.canonical_id <> dataset.id
                and col.canonical_id is null)
on conflict do nothing;
