"""Traces: the list, the spans of one, and the runs that spans and facets name for each other."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from headwater.answers.traces import Trace
from headwater.store.queries.paging import RowPage, counted, decode, page_of
from headwater.store.queries.rows import Connection, Values, conditions, fetch

MAX_SPANS = 20_000


class TraceCursor(NamedTuple):
    started_at: datetime
    trace_id: str


@dataclass(frozen=True, slots=True)
class TraceFilter:
    """All of a span's conditions have to hold for one and the same span of the trace."""

    service: str | None = None
    name: str | None = None
    team: str | None = None
    job: str | None = None
    status: str | None = None
    min_duration_ns: int | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class SpanRecord:
    """A span as it is stored; the lake has the same columns."""

    trace_id: str
    span_id: str
    parent_span_id: str | None
    name: str
    kind: str
    start_ns: int
    duration_ns: int
    status: str
    status_message: str | None
    service: str
    team: str
    job: str
    run_id: UUID | None
    airflow_key: UUID | None
    attributes: Any
    events: Any
    links: Any
    cut: int


@dataclass(frozen=True, slots=True)
class RunLink:
    """A run that a facet ties to a span (`span_id`), or to a trace as a whole, or to a key of Airflow."""

    run_id: UUID
    span_id: str | None
    airflow_key: UUID | None


COLUMNS = tuple(SpanRecord.__dataclass_fields__)
SELECT = ", ".join(COLUMNS)

OF_SPANS = {
    "service": "span.service = %(service)s",
    "name": "span.name = %(name)s",
    "team": "span.team = %(team)s",
    "job": "(span.job = %(job)s or span.job like '%%/' || %(job_pattern)s)",
    "status": "span.status = %(status)s",
    "min_duration_ns": "span.duration_ns >= %(min_duration_ns)s",
}
OF_TRACES = {"since": "trace.started_at >= %(since)s", "until": "trace.started_at < %(until)s"}
AFTER = """
trace.started_at <= %(started_at)s and (trace.started_at < %(started_at)s or trace.trace_id > %(trace_id)s)
"""


def listed(connection: Connection, wanted: TraceFilter, limit: int, cursor: str | None) -> RowPage[Trace]:
    """Newest first; counted up to 10,000."""
    after = decode(cursor, TraceCursor)
    values = asdict(wanted) | {"job_pattern": _like(wanted.job)}
    chosen = f"from traces as trace where {_chosen(values)}"
    total = counted(connection, chosen, values)
    place: Values = {"started_at": after and after.started_at, "trace_id": after and after.trace_id}
    query = f"""
        select trace_id, root_name as name, root_service as service, started_at,
               extract(epoch from ended_at - started_at)::float8 * 1000 as duration_ms, spans, errors
        {chosen} and {AFTER if after else "true"}
        order by trace.started_at desc, trace.trace_id
        limit %(rows)s
    """
    rows = fetch(connection, Trace, query, **values, **place, rows=limit + 1)
    return page_of(rows, total, limit, lambda row: TraceCursor(row.started_at, row.trace_id))


def _chosen(values: Values) -> str:
    of_traces, of_spans = conditions(OF_TRACES, values), conditions(OF_SPANS, values)
    if of_spans == "true":
        return of_traces
    of_trace = f"span.trace_id = trace.trace_id and {of_spans}"
    return f"{of_traces} and exists (select from trace_spans as span where {of_trace})"


def _like(job: str | None) -> str | None:
    return None if job is None else job.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def spans_of_trace(connection: Connection, trace_id: str) -> tuple[SpanRecord, ...]:
    """By start, the first `MAX_SPANS` and one more if there are."""
    query = f"""
        select {SELECT} from trace_spans where trace_id = %(trace_id)s
        order by start_ns, span_id limit {MAX_SPANS + 1}
    """
    return fetch(connection, SpanRecord, query, trace_id=trace_id)


def runs_by_facets(
    connection: Connection, trace_id: str, airflow_keys: Sequence[UUID]
) -> tuple[RunLink, ...]:
    """Runs whose facets name this trace, or the same task instance of Airflow as a span does."""
    query = """
        select run_id, nullif(substring(trace_context(value) from 34), '') as span_id,
               null::uuid as airflow_key
        from run_facets
        where trace_context(value) is not null and left(trace_context(value), 32) = %(trace_id)s
        union
        select run_id, null, airflow_key(value)
        from run_facets
        where name in ('airflow', 'airflowDagRun') and airflow_key(value) = any(%(airflow_keys)s::uuid[])
        order by run_id, span_id
    """
    return fetch(connection, RunLink, query, trace_id=trace_id, airflow_keys=list(airflow_keys))


def traces_of_run(connection: Connection, run_id: UUID) -> tuple[str, ...]:
    """The traces that spans or facets tie to a run, a few at the most."""
    query = """
        with by_attribute as (
            select distinct trace_id from trace_spans where run_id = %(run_id)s limit 10
        ),
        by_context as (
            select left(trace_context(value), 32) as trace_id from run_facets
            where run_id = %(run_id)s and trace_context(value) is not null
        ),
        by_airflow as (
            select distinct trace_id from trace_spans
            where airflow_key in (select airflow_key(value) from run_facets
                                  where run_id = %(run_id)s and name in ('airflow', 'airflowDagRun'))
            limit 10
        )
        select trace_id from by_attribute union select trace_id from by_context
        union select trace_id from by_airflow order by trace_id limit 10
    """
    with connection.cursor() as cursor:
        return tuple(row[0] for row in cursor.execute(query, {"run_id": run_id}).fetchall())
