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
delete from nodes
using forsaken
where nodes.id = forsaken.node_id and nodes.kind = 'column' and nodes.first_seen is null
  and not exists (select from edges where nodes.id in (edges.source_id, edges.target_id))
  and not exists (select from column_labels where column_labels.column_id = nodes.id)
  and not exists (select from nodes as other where other.canonical_id = nodes.id and other.id <> nodes.id);

delete from nodes
using forsaken
where nodes.id = forsaken.node_id and nodes.kind = 'dataset' and nodes.first_seen is null
  and not exists (select from edges where nodes.id in (edges.source_id, edges.target_id, edges.owner_id))
  and not exists (select from nodes as other where nodes.id in (other.dataset_id, other.canonical_id) and other.id <> nodes.id);
