-- A run that is bound anew may leave behind an analysis that no longer applies to anything.
with owners as (
    select distinct owner_id from bound
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
insert into stale (analysis) select distinct analysis from gone;

delete from sql_analyses
using stale
where sql_analyses.key = stale.analysis
  and not exists (select from sql_lineage where sql_lineage.analysis = stale.analysis);

with owners as (
    select distinct owner_id from bound
),
gone as (
    delete from edges
    using owners
    where edges.owner_id = owners.owner_id and edges.origin = 'sql'
      and not exists (select from sql_lineage
                      where sql_lineage.owner_id = owners.owner_id and edges.id = any(sql_lineage.edge_ids))
      and not exists (select from edge_spans where edge_spans.edge_id = edges.id)
    returning source_id, target_id, source_dataset_id, target_dataset_id
)
insert into forsaken (node_id)
select distinct node_id
from gone cross join lateral (values (source_id), (target_id), (source_dataset_id), (target_dataset_id)) as ends (node_id)
where node_id is not null;

-- Columns first, then datasets that only a query had named.
insert into doomed (node_id)
select distinct nodes.id
from forsaken join nodes on nodes.id = forsaken.node_id
where nodes.kind = 'column' and nodes.first_seen is null
  and not exists (select from edges where edges.source_id = nodes.id)
  and not exists (select from edges where edges.target_id = nodes.id)
  and not exists (select from column_labels where column_labels.column_id = nodes.id);

-- One that goes may have spoken for the same column under other names: the next one does now.
with headless as (
    select distinct dataset.canonical_id as speaker_id, gone.field
    from doomed
    join nodes as gone on gone.id = doomed.node_id
    join nodes as dataset on dataset.id = gone.dataset_id
    where dataset.canonical_id is not null
),
same_columns as (
    select col.id,
           first_value(col.id) over (
               partition by dataset.canonical_id, col.field
               order by dataset.id = dataset.canonical_id desc, col.key
           ) as same_id
    from headless
    join nodes as dataset on dataset.canonical_id = headless.speaker_id and dataset.kind = 'dataset'
    join nodes as col on col.dataset_id = dataset.id and col.field = headless.field
    where not exists (select from doomed where doomed.node_id = col.id)
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

delete from nodes using doomed where nodes.id = doomed.node_id;

delete from nodes
using forsaken
where nodes.id = forsaken.node_id and nodes.kind = 'dataset' and nodes.first_seen is null
  and not exists (select from edges where nodes.id in (edges.source_id, edges.target_id, edges.owner_id))
  and not exists (select from nodes as other where nodes.id in (other.dataset_id, other.canonical_id) and other.id <> nodes.id);
