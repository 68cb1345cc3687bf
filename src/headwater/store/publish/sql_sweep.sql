-- A run that is bound anew may leave behind an analysis that no longer applies to anything.
with owners as (
    select owner_id from sql_bindings union select owner_id from touched_owners
),
gone as (
    delete from sql_lineage
    using owners
    where sql_lineage.owner_id = owners.owner_id
      and not exists (select from runs
                      where runs.job_id = owners.owner_id and runs.sql_analysis = sql_lineage.analysis)
      and not exists (select from declarations
                      where declarations.owner_id = owners.owner_id
                        and declarations.sql_analysis = sql_lineage.analysis)
    returning analysis
)
insert into stale_analyses (analysis) select distinct analysis from gone;

-- Jobs that send the same text for the same datasets share an analysis: it goes with the last of them.
delete from sql_analyses
using stale_analyses
where sql_analyses.key = stale_analyses.analysis
  and not exists (select from sql_lineage where sql_lineage.analysis = stale_analyses.analysis);

with owners as (
    select owner_id from sql_bindings union select owner_id from touched_owners
),
-- Each is looked up in a hash: the planner expects few of them, and would compare each edge with each.
shown as (
    select distinct edge_id
    from owners
    join sql_lineage on sql_lineage.owner_id = owners.owner_id
    cross join lateral unnest(sql_lineage.edge_ids) as edge_id
),
gone as (
    delete from edges
    using owners
    where edges.owner_id = owners.owner_id and edges.origin = 'sql'
      and edges.id not in (select edge_id from shown)
      and not exists (select from edge_spans where edge_spans.edge_id = edges.id)
    returning source_id, target_id, source_dataset_id, target_dataset_id
)
insert into orphaned_nodes (node_id)
select distinct node_id
from gone cross join lateral (values (source_id), (target_id), (source_dataset_id), (target_dataset_id)) as ends (node_id)
where node_id is not null;

-- Columns first, then datasets that only a query had named.
insert into nodes_to_delete (node_id)
select distinct nodes.id
from orphaned_nodes join nodes on nodes.id = orphaned_nodes.node_id
where nodes.kind = 'column' and nodes.first_seen is null
  and not exists (select from edges where edges.source_id = nodes.id)
  and not exists (select from edges where edges.target_id = nodes.id)
  and not exists (select from column_labels where column_labels.column_id = nodes.id);

-- One that goes may have been the canonical one of the same column under several names: the next one is now.
with without_canonical as (
    select distinct dataset.canonical_id as chosen_id, gone.field
    from nodes_to_delete
    join nodes as gone on gone.id = nodes_to_delete.node_id
    join nodes as dataset on dataset.id = gone.dataset_id
    where dataset.canonical_id is not null
),
same_columns as (
    select col.id,
           first_value(col.id) over (
               partition by dataset.canonical_id, col.field
               order by dataset.id = dataset.canonical_id desc, col.key
           ) as same_id
    from without_canonical
    join nodes as dataset on dataset.canonical_id = without_canonical.chosen_id and dataset.kind = 'dataset'
    join nodes as col
      on col.dataset_id = dataset.id and col.kind = 'column' and col.field = without_canonical.field
    where not exists (select from nodes_to_delete where nodes_to_delete.node_id = col.id)
),
joined as (
    update nodes
    set canonical_id = same_columns.same_id
    from same_columns
    where nodes.id = same_columns.id and nodes.canonical_id is distinct from same_columns.same_id
    returning nodes.id
)
insert into graph_changes (batch, owner_id)
select pipeline_state.batch + 1, 0 from pipeline_state where exists (select from joined)
on conflict do nothing;

delete from nodes using nodes_to_delete where nodes.id = nodes_to_delete.node_id;

delete from nodes
using orphaned_nodes
where nodes.id = orphaned_nodes.node_id and nodes.kind = 'dataset' and nodes.first_seen is null
  and not exists (select from edges where nodes.id in (edges.source_id, edges.target_id, edges.owner_id))
  and not exists (select from nodes as other where nodes.id in (other.dataset_id, other.canonical_id) and other.id <> nodes.id);
