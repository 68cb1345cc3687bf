"""What a pipeline reads and writes, and how fresh it is: who wrote it last, since when its schema holds."""

from collections.abc import Sequence
from datetime import datetime

from headwater.answers.pipelines import PipelineDataset
from headwater.model.edges import EdgeKind
from headwater.store.queries.labels import TIER
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch

SIDES = {EdgeKind.READS: "source_id", EdgeKind.WRITES: "target_id"}

TOUCHED = """
touched as (
    select distinct coalesce(node.canonical_id, node.id) as id
    from edges join nodes as node on node.id = edges.{side}
    where edges.kind = %(kind)s and edges.owner_id = any(%(jobs)s)
      and exists (select from edge_spans where edge_spans.edge_id = edges.id and alive_to = 'infinity')
)
"""
COUNT = "with {touched} select count(*) from touched"

FRESHNESS = """
with {touched},
shown as (
    select node.id, node.namespace, node.name, node.type, {tier} as tier
    from touched join nodes as node on node.id = touched.id
    order by left(node.namespace, 200), left(node.name, 400), node.id
    limit %(limit)s
),
writers as (
    select distinct shown.id, edges.owner_id as job_id
    from shown
    join edges on edges.target_dataset_id = shown.id and edges.kind = edge_kind('writes')
    join nodes as job on job.id = edges.owner_id
    -- A migration changes the shape, and writes no rows.
    where upper(coalesce(job.type, '')) <> 'MIGRATION'
),
newest as (
    select distinct on (writers.id) writers.id,
           case when run.ended_at > %(until)s then 'RUNNING' else run.state end as state
    from writers
    cross join lateral (
        select state, began_at, ended_at from runs
        where runs.job_id = writers.job_id and runs.began_at <= %(until)s
        order by runs.began_at desc, runs.run_id limit 1
    ) as run
    order by writers.id, run.began_at desc
),
written as (
    select writers.id, max(run.ended_at) as at
    from writers
    cross join lateral (
        select ended_at from runs
        where runs.job_id = writers.job_id and runs.end_state = 'COMPLETE' and runs.ended_at <= %(until)s
          and runs.began_at <= %(until)s
        order by runs.began_at desc, runs.run_id limit 1
    ) as run
    group by writers.id
),
versions as (
    select dataset_id as id, count(*)::int as versions, max(valid_from) as at
    from schema_versions
    where dataset_id in (select id from shown) and valid_from <= %(until)s
    group by dataset_id
)
select 'dataset:' || shown.namespace || '/' || shown.name as id, shown.namespace, shown.name, shown.type,
       shown.tier, written.at as written_at, newest.state as writer_state,
       coalesce(versions.versions, 0) as versions, versions.at as changed_at
from shown
left join newest on newest.id = shown.id
left join written on written.id = shown.id
left join versions on versions.id = shown.id
order by left(shown.namespace, 200), left(shown.name, 400), shown.id
"""


def touched(
    connection: Connection, jobs: Sequence[int], kind: EdgeKind, until: datetime, limit: int
) -> RowPage[PipelineDataset]:
    """By name."""
    steps = TOUCHED.format(side=SIDES[kind])
    values = {"jobs": list(jobs), "kind": int(kind)}
    rows = fetch(
        connection,
        PipelineDataset,
        FRESHNESS.format(touched=steps, tier=TIER),
        **values,
        until=until,
        limit=limit,
    )
    return RowPage(rows, count(connection, COUNT.format(touched=steps), **values))
