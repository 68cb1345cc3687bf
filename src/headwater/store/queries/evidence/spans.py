"""Spans of some runs, and how long their operations usually took before a window."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.model.times import to_micros
from headwater.store.queries.rows import Connection, fetch
from headwater.store.queries.telemetry.traces import COLUMNS, SpanRecord

# A trace may hold a whole night: so many of its spans are looked at.
MOST_TIES, MOST_SPANS = 1_000, 3_000
# What is usual follows from the days before; the newest of them.
USUAL_DAYS, MOST_CELLS = 30, 5_000


@dataclass(frozen=True, slots=True)
class RunTrace:
    """A trace in which a run has spans."""

    run_id: UUID
    trace_id: str
    errors: int


# By what spans say of runs, and by what the facets of runs say of traces.
TRACES = """
with tied as (
    select run_id, trace_id from trace_spans where run_id = any(%(runs)s::uuid[])
    union
    select run_id, left(trace_context(value), 32) from run_facets
    where run_id = any(%(failed)s::uuid[]) and trace_context(value) is not null
    union
    select facet.run_id, span.trace_id
    from run_facets as facet
    join trace_spans as span on span.airflow_key = airflow_key(facet.value)
    where facet.run_id = any(%(failed)s::uuid[]) and facet.name in ('airflow', 'airflowDagRun')
)
select tied.run_id, trace_id, traces.errors
from tied join traces using (trace_id)
where traces.errors > 0 or tied.run_id = any(%(failed)s::uuid[])
order by traces.started_at desc, trace_id, tied.run_id
limit %(most)s
"""


# Without what is only shown: attributes, events and links.
UNREAD = ("attributes", "events", "links")
READ = ", ".join(f"null as {name}" if name in UNREAD else f"span.{name}" for name in COLUMNS)
SPANS = f"""
select {READ} from trace_spans as span
where trace_id = %(trace_id)s and start_ns <= %(until_ns)s
order by run_id is null, status <> 'error', duration_ns desc, span_id
limit %(most)s
"""


@dataclass(frozen=True, slots=True)
class UsualCell:
    """How long spans of the same operation took on one day, in seconds."""

    span_id: str
    bins: list[int]
    counts: list[int]


# Whole days that ended before the window: what is looked into says nothing of what is usual.
USUAL = """
select span.span_id, cell.bins, cell.counts
from trace_spans as span
join telemetry_rollups as cell on cell.series = span.series and cell.step = 'day'
where span.trace_id = %(trace_id)s and span.span_id = any(%(spans)s)
  and cell.bucket + interval '1 day' <= %(since)s
  and cell.bucket >= %(since)s::timestamptz - make_interval(days => %(days)s)
order by cell.bucket desc, span.span_id
limit %(most)s
"""


def any_spans(connection: Connection) -> bool:
    """Whether anybody sends traces at all."""
    with connection.cursor() as cursor:
        return cursor.execute("select exists (select from traces)").fetchone() == (True,)


def traces_of(connection: Connection, runs: Sequence[UUID], bad: Sequence[UUID]) -> tuple[RunTrace, ...]:
    """The newest traces of runs that went bad, and those of other runs that have errors in them."""
    ids = {"runs": [*bad, *runs], "failed": list(bad)}
    return fetch(connection, RunTrace, TRACES, **ids, most=MOST_TIES)


def spans_of(connection: Connection, trace_id: str, until: datetime) -> list[SpanRecord]:
    """By start; of too many, those of runs, with errors and the longest."""
    values = {"trace_id": trace_id, "until_ns": to_micros(until) * 1000, "most": MOST_SPANS}
    return sorted(
        fetch(connection, SpanRecord, SPANS, **values), key=lambda span: (span.start_ns, span.span_id)
    )


def usual(
    connection: Connection, trace_id: str, spans: Sequence[str], since: datetime
) -> tuple[UsualCell, ...]:
    values = {"trace_id": trace_id, "spans": list(spans), "since": since}
    return fetch(connection, UsualCell, USUAL, **values, days=USUAL_DAYS, most=MOST_CELLS)
