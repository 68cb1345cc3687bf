-- Kept apart, and analysed where there are many: of nodes that were joined just before, PostgreSQL does not know how
-- many a group has.
with new_columns as materialized (
    select distinct col.dataset_id
    from batch join nodes as col on col.key = batch.key
    where batch.kind = 'node' and batch.label = 'column'
),
affected as (
    select canonical_id as chosen_id
    from nodes
    where id in (select node_id from newly_aliased) and canonical_id is not null
    union
    -- Looked up and not joined: PostgreSQL takes names for few that were joined just before, and would read the
    -- batch anew for each of them.
    select (select dataset.canonical_id from nodes as dataset where dataset.id = new_columns.dataset_id)
    from new_columns
)
insert into regrouped_datasets (dataset_id, canonical_id)
select dataset.id, dataset.canonical_id
from affected join nodes as dataset on dataset.canonical_id = affected.chosen_id and dataset.kind = 'dataset'
on conflict (dataset_id) do update set canonical_id = excluded.canonical_id;

analyze regrouped_datasets;

-- Columns of the same name in a group are one column: that of the canonical node of the group, or else
-- the first by key. When that changes, owner 0 has readers read the whole graph again.
with same_columns as (
    select col.id,
           first_value(col.id) over (
               partition by dataset.canonical_id, col.field
               order by dataset.dataset_id = dataset.canonical_id desc, col.key
           ) as same_id
    from regrouped_datasets as dataset
    -- The kind is what the index asks for: without it, each dataset would be looked for among all nodes.
    join nodes as col on col.dataset_id = dataset.dataset_id and col.kind = 'column'
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
