-- Names that mean the same dataset lead to one node. Aliases form groups; each group has one node
-- that speaks for it: the first by name among those that are nobody's alias.
with merged as (
    insert into aliases (alias_id, target_id, reason, first_seen, last_seen)
    select alias.id, target.id, batch.label, batch.first_time, batch.last_time
    from batch
    join nodes as alias on alias.key = batch.source
    join nodes as target on target.key = batch.target
    where batch.kind = 'alias'
    on conflict (alias_id, target_id, reason) do update
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

-- Columns of the same name in a group are one column: that of the node that speaks for the group, or else
-- the first by key. When that changes, owner 0 tells readers to read the whole graph again.
with affected as (
    select canonical_id as speaker_id
    from nodes
    where id in (select node_id from alias_news) and canonical_id is not null
    union
    select dataset.canonical_id
    from batch
    join nodes as col on col.key = batch.key
    join nodes as dataset on dataset.id = col.dataset_id
    where batch.kind = 'node' and batch.label = 'column' and dataset.canonical_id is not null
),
same_columns as (
    select col.id,
           first_value(col.id) over (
               partition by dataset.canonical_id, col.field
               order by dataset.id = dataset.canonical_id desc, col.key
           ) as same_id
    from affected
    join nodes as dataset on dataset.canonical_id = affected.speaker_id and dataset.kind = 'dataset'
    join nodes as col on col.dataset_id = dataset.id
),
joined as (
    update nodes
    set canonical_id = same_columns.same_id
    from same_columns
    where nodes.id = same_columns.id and nodes.canonical_id is distinct from same_columns.same_id
    returning nodes.id
)
insert into graph_changes (batch, owner_id)
select pipeline_state.batch + 1, 0
from pipeline_state
where exists (select from joined) or exists (select from alias_news)
on conflict do nothing;
