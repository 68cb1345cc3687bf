"""What changed within a window: code of jobs, lives of datasets, watermarks, and what people said."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch
from headwater.store.queries.signals import SignalRow

ACTOR = """
left join run_facets as actor on actor.run_id = {run} and actor.name = 'headwater_actor'
"""


@dataclass(frozen=True, slots=True)
class CodeChange:
    """Another text, or another state of the source; what is not stated is None."""

    job_id: int
    at: datetime
    run_id: UUID | None
    event_id: UUID | None
    actor: str | None
    source: Any
    before: Any
    text: str | None = None
    text_before: str | None = None
    changes: int = 0
    runs: int = 0
    """How many changes came with so many runs before it; of many the latest."""
    same_text: bool = False
    """The run before it executed the same text."""


# The latest runs before a change, and how many such changes came with them.
RUNS_BEFORE = """
cross join lateral (
    select count(*) as runs, min(began_at) as since from (
        select began_at from runs where job_id = {job} and began_at < {at}
        order by began_at desc limit 50
    ) as latest
) as ran
cross join lateral (
    select count(*) as changes from {table} as before
    where {same} and before.{time} < {at} and before.{time} > ran.since + interval '1 minute'
) as habit
"""
# A text that a job never ran before; the run is the first that had it.
TEXTS = f"""
select text.job_id, text.first_seen as at, run.run_id, run.first_event as event_id,
       actor.value ->> 'name' as actor, null::jsonb as source, null::jsonb as before,
       left(present.text, 20000) as text, left(past.text, 20000) as text_before,
       habit.changes, ran.runs, false as same_text
from job_texts as text
left join queries as present on present.key = text.query_key
left join lateral (
    select query.text from job_texts as earlier
    join queries as query on query.key = earlier.query_key
    where earlier.job_id = text.job_id and earlier.first_seen < text.first_seen
    order by earlier.last_seen desc, earlier.first_seen desc limit 1
) as past on true
join nodes as job on job.id = text.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
left join lateral (
    select run_id, first_event from runs
    where runs.job_id = text.job_id and began_at >= text.first_seen - interval '1 minute'
    order by began_at, run_id limit 1
) as run on true
{ACTOR.format(run="run.run_id")}
{
    RUNS_BEFORE.format(
        job="text.job_id",
        at="text.first_seen",
        table="job_texts",
        time="first_seen",
        same="before.job_id = text.job_id",
    )
}
where text.job_id = any(%(jobs)s) and text.first_seen > %(since)s and text.first_seen <= %(until)s
  and exists (select from job_texts as before
              where before.job_id = text.job_id and before.first_seen < text.first_seen)
order by text.first_seen desc, text.job_id
limit %(limit)s
"""

SOURCES = f"""
select version.node_id as job_id, version.valid_from as at, event.run_id, version.event_id,
       actor.value ->> 'name' as actor, present.value as source, past.value as before,
       habit.changes, ran.runs, coalesce(now.sql_key = previous.sql_key, false) as same_text
from attribute_versions as version
join attribute_values as present on present.hash = version.hash
join lateral (
    select hash from attribute_versions as previous
    where previous.node_id = version.node_id and previous.name = version.name
      and previous.valid_from < version.valid_from
    order by previous.valid_from desc limit 1
) as earlier on true
join attribute_values as past on past.hash = earlier.hash
left join events as event on event.event_id = version.event_id
{ACTOR.format(run="event.run_id")}
{
    RUNS_BEFORE.format(
        job="version.node_id",
        at="version.valid_from",
        table="attribute_versions",
        time="valid_from",
        same="before.node_id = version.node_id and before.name = version.name",
    )
}
left join runs as now on now.run_id = event.run_id
left join lateral (
    select sql_key from runs where job_id = version.node_id and began_at < now.began_at
    order by began_at desc, run_id limit 1
) as previous on true
where version.node_id = any(%(jobs)s) and version.name = 'sourceCodeLocation'
  and version.valid_from > %(since)s and version.valid_from <= %(until)s
order by version.valid_from desc, version.node_id
limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class LifeChange:
    node_id: int
    at: datetime
    state: str
    event_id: UUID
    run_id: UUID | None
    actor: str | None


# A table that is emptied or made anew each night was so before: after so many times it is no news.
HABIT = 3
LIVES = f"""
select life.node_id, life.at, life.state, life.event_id, event.run_id, actor.value ->> 'name' as actor
from lifecycle as life
left join events as event on event.event_id = life.event_id
{ACTOR.format(run="event.run_id")}
where life.node_id = any(%(datasets)s) and life.at > %(since)s and life.at <= %(until)s
  and life.state in ('DROP', 'RENAME', 'TRUNCATE')
  and (select count(*) from (
           select from lifecycle as before
           where before.node_id = life.node_id and before.state = life.state and before.at <= %(since)s
           limit %(habit)s
       ) as earlier) < %(habit)s
order by life.at desc, life.node_id
limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class WatermarkStep:
    """Where an execution began to read, and where the one before it had ended."""

    job_id: int
    run_id: UUID
    at: datetime
    watermark: str
    previous: str


WATERMARKS = """
select run.job_id, execution.run_id, execution.start_date as at, execution.watermark,
       earlier.next_watermark as previous
from unnest(%(jobs)s::integer[]) as wanted (job_id)
join runs as run on run.job_id = wanted.job_id and run.began_at > %(since)s and run.began_at <= %(until)s
join pipeline_execution as execution on execution.run_id = run.run_id and execution.watermark is not null
cross join lateral (
    select next_watermark from pipeline_execution as before
    where before.pipeline_id = execution.pipeline_id and before.start_date < execution.start_date
      and before.next_watermark is not null and before.completed_successfully
    order by before.start_date desc, before.run_id
    limit 1
) as earlier
where execution.watermark <> earlier.next_watermark
order by execution.start_date desc
limit %(limit)s
"""

SIGNALS = """
select key, node_id, field, at, event_id, source, author, severity, text, link
from signals
where node_id = any(%(nodes)s) and at > %(since)s and at <= %(until)s
order by at desc, key
limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class SpanEvent:
    edge_id: int
    alive_from: datetime
    opened_by: UUID | None
    closed_by: UUID | None


# A span that never ended is stored as one up to infinity, which Python's times do not have.
SPANS = """
select edge_id, alive_from, opened_by, closed_by from edge_spans
where edge_id = any(%(edges)s) and alive_from > '-infinity'
"""


@dataclass(frozen=True, slots=True)
class CeasedEdge:
    """An edge that runs of its job always showed, and the first run without it."""

    edge_id: int
    at: datetime
    run_id: UUID
    event_id: UUID | None


# So many runs in a row have to show an edge before its absence says anything.
ALWAYS_SHOWN = 3
CEASED = """
with latest as materialized (
    select wanted.job_id, run.shown || run.sql_shown as shown
    from unnest(%(jobs)s::integer[]) as wanted (job_id)
    cross join lateral (
        select shown, sql_shown from runs
        where job_id = wanted.job_id and counts_at > %(since)s and counts_at <= %(until)s
        order by counts_at desc, run_id desc limit 1
    ) as run
), usual as (
    select latest.job_id, latest.shown, listed.edge_id
    from latest
    cross join lateral (
        select shown || sql_shown as shown from runs
        where job_id = latest.job_id and counts_at <= %(since)s
        order by counts_at desc, run_id desc limit %(always)s
    ) as before
    cross join lateral (select distinct edge_id from unnest(before.shown) as edge_id) as listed
), ceased as (
    select usual.job_id, edge_id
    from usual join edges on edges.id = edge_id and edges.owner_id = usual.job_id
    where edges.kind = any(%(kinds)s) and edge_id <> all(usual.shown)
    group by usual.job_id, edge_id
    having count(*) = %(always)s
    order by usual.job_id, edge_id
    limit %(limit)s
)
select ceased.edge_id, first.began_at as at, first.run_id, first.end_event as event_id
from ceased
cross join lateral (
    select began_at, run_id, end_event from runs
    where job_id = ceased.job_id and counts_at <= %(until)s and counts_at > coalesce(
        (select max(counts_at) from runs as showing
         where showing.job_id = ceased.job_id and counts_at > %(since)s and counts_at <= %(until)s
           and ceased.edge_id = any(showing.shown || showing.sql_shown)), %(since)s)
    order by counts_at, run_id limit 1
) as first
"""


@dataclass(frozen=True, slots=True)
class ReaderRow:
    dataset_id: int
    reader: str
    last: datetime
    times: int


READERS = """
select used.dataset_id, asked.user_name as reader, max(asked.at) as last, sum(asked.runs)::bigint as times
from (
    select distinct dataset_id, query_key from query_references where dataset_id = any(%(datasets)s)
) as used
join query_uses as asked on asked.query_key = used.query_key
where asked.at > %(since)s and asked.at <= %(until)s and asked.user_name <> ''
group by used.dataset_id, asked.user_name
order by last desc, used.dataset_id, asked.user_name
limit %(limit)s
"""


def code(
    connection: Connection, jobs: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[CodeChange, ...]:
    window = {"jobs": list(jobs), "since": since, "until": until, "limit": limit}
    return (
        *fetch(connection, CodeChange, SOURCES, **window),
        *fetch(connection, CodeChange, TEXTS, **window),
    )


def life_changes(
    connection: Connection, datasets: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[LifeChange, ...]:
    window = {"datasets": list(datasets), "since": since, "until": until, "limit": limit}
    return fetch(connection, LifeChange, LIVES, **window, habit=HABIT)


def watermarks(
    connection: Connection, jobs: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[WatermarkStep, ...]:
    """Executions that did not begin where the one before had ended."""
    window = {"jobs": list(jobs), "since": since, "until": until, "limit": limit}
    return fetch(connection, WatermarkStep, WATERMARKS, **window)


def signals(
    connection: Connection, nodes: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[SignalRow, ...]:
    window = {"nodes": list(nodes), "since": since, "until": until, "limit": limit}
    return fetch(connection, SignalRow, SIGNALS, **window)


def spans(connection: Connection, edges: Sequence[int]) -> tuple[SpanEvent, ...]:
    """By which events edges began and ended."""
    return fetch(connection, SpanEvent, SPANS, edges=list(edges))


def ceased_edges(
    connection: Connection,
    jobs: Sequence[int],
    kinds: Sequence[int],
    since: datetime,
    until: datetime,
    limit: int,
) -> tuple[CeasedEdge, ...]:
    """What the latest run of each job no longer shows, though each of those before the window did."""
    window = {"jobs": list(jobs), "since": since, "until": until, "limit": limit}
    return fetch(connection, CeasedEdge, CEASED, **window, kinds=list(kinds), always=ALWAYS_SHOWN)


def readers(
    connection: Connection, datasets: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[ReaderRow, ...]:
    """Who asked of which dataset, the latest first."""
    window = {"datasets": list(datasets), "since": since, "until": until, "limit": limit}
    return fetch(connection, ReaderRow, READERS, **window)
