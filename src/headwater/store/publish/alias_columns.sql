-- Columns of the same name in a group are one column: that of the canonical node of the group, or else
-- the first by key. When that changes, owner 0 has readers read the whole graph again.
with affected as (
    select canonical_id as chosen_id
    from nodes
    where id in (select node_id from newly_aliased) and canonical_id is not null
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
    join nodes as dataset on dataset.canonical_id = affected.chosen_id and dataset.kind = 'dataset'
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
where exists (select from joined) or exists (select from newly_aliased)
on conflict do nothing;
