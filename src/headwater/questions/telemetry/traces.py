"""Traces: which there were, and one as a tree with its runs and datasets."""

import re
from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec

from headwater.answers.traces import TraceDetail, TracePage, TraceRun, TraceSpan
from headwater.errors import BadParameterError, TraceNotFoundError
from headwater.model.edges import EdgeKind
from headwater.model.times import from_micros
from headwater.questions.parameters import Cursor, Limit, Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.telemetry.span_tree import PlacedSpan, place
from headwater.store.lake import reading as lake
from headwater.store.queries import runs
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.telemetry import traces
from headwater.store.queries.telemetry.traces import COLUMNS, MAX_SPANS, SpanRecord, TraceFilter

TRACE_ID = re.compile(r"[0-9a-f]{32}")
MAX_RUNS = 100
JSON_COLUMNS = ("attributes", "events", "links")

Service = Annotated[str | None, Parameter("Filter by `service.name`.", examples=("airflow",), min_length=1)]
Operation = Annotated[
    str | None, Parameter("Filter by name of a span.", examples=("load_orders",), min_length=1)
]
OfTeam = Annotated[
    str | None, Parameter("Filter by team of a span.", examples=("finance-data",), min_length=1)
]
JobName = Annotated[
    str | None,
    Parameter(
        "Filter by job of a span: `namespace/name`, or the name.", examples=("daily_orders",), min_length=1
    ),
]
Status = Annotated[
    str | None,
    Parameter(
        "Filter by status of a span: `unset`, `ok` or `error`.",
        examples=("error",),
        pattern="^(unset|ok|error)$",
    ),
]
MinDuration = Annotated[
    int | None, Parameter("Least duration of a span, in milliseconds.", minimum=0, maximum=10**12)
]
Since = Annotated[Moment | None, Parameter("Began at or after.", examples=("2026-04-20T00:00:00Z",))]
Until = Annotated[Moment | None, Parameter("Began before.", examples=("2026-04-21T00:00:00Z",))]
TraceId = Annotated[str, Parameter("32 hexadecimal digits.", examples=("5b8efff798038103d269b633813fc60c",))]


@question("/traces", topic="telemetry", lists=("items",))
def list_traces(
    reading: Reading,
    service: Service = None,
    name: Operation = None,
    team: OfTeam = None,
    job: JobName = None,
    status: Status = None,
    min_duration_ms: MinDuration = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> TracePage:
    """Traces of the last days, newest first.

    The filters of a span have to hold for one and the same span of a trace. At most 10,000 are counted.
    """
    longest = None if min_duration_ms is None else min_duration_ms * 1_000_000
    wanted = TraceFilter(service, name, team, job, status, longest, since, until)
    page = traces.listed(reading.connection, wanted, limit, cursor)
    return TracePage(page.items, page.total, page.next_cursor)


@question("/traces/{trace_id}", topic="telemetry")
def trace(reading: Reading, trace_id: TraceId) -> TraceDetail:
    """One trace as a tree, with the runs of its spans and their datasets; old ones come from the lake."""
    trace_id = trace_id.strip().lower()
    if not TRACE_ID.fullmatch(trace_id):
        raise BadParameterError("trace_id", "must be 32 hexadecimal digits")
    spans, source = find_spans(reading, trace_id)
    if not spans:
        raise TraceNotFoundError(trace_id)
    placed = placed_spans(reading, trace_id, spans[:MAX_SPANS])
    began = min(span.start_ns for span in spans)
    ended = max(span.start_ns + span.duration_ns for span in spans)
    return TraceDetail(
        trace_id=trace_id,
        started_at=from_micros(began // 1000),
        duration_ms=(ended - began) / 1e6,
        total=len(spans),
        errors=sum(span.status == "error" for span in spans),
        services=tuple(sorted({span.service for span in spans})),
        source=source,
        spans=tuple(_span(one, began) for one in placed),
        runs=_runs(reading, placed),
    )


def find_spans(reading: Reading, trace_id: str) -> tuple[Sequence[SpanRecord], str]:
    found = traces.spans_of_trace(reading.connection, trace_id)
    # The lake knows no teams: whoever is bound to some reads what the database has.
    if found or reading.lake is None or not reading.sees_everything:
        return found, "database"
    rows = lake.spans_of_trace(reading.lake.spans, trace_id, COLUMNS)
    return [SpanRecord(**_decoded(row)) for row in rows], "lake"


def placed_spans(reading: Reading, trace_id: str, spans: Sequence[SpanRecord]) -> list[PlacedSpan]:
    keys = [span.airflow_key for span in spans if span.airflow_key is not None]
    return place(spans, traces.runs_by_facets(reading.connection, trace_id, list(dict.fromkeys(keys))))


def _decoded(row: dict[str, Any]) -> dict[str, Any]:
    """The lake has JSON as text, and ids in hexadecimal."""
    row |= {name: msgspec.json.decode(row[name]) for name in JSON_COLUMNS}
    return row | {name: UUID(row[name]) if row[name] else None for name in ("run_id", "airflow_key")}


def _span(placed: PlacedSpan, began: int) -> TraceSpan:
    span = placed.span
    return TraceSpan(
        span_id=span.span_id,
        parent_span_id=span.parent_span_id,
        depth=placed.depth,
        name=span.name,
        kind=span.kind,
        service=span.service,
        team=span.team,
        job=span.job,
        started_at=from_micros(span.start_ns // 1000),
        offset_ms=(span.start_ns - began) / 1e6,
        duration_ms=span.duration_ns / 1e6,
        own_ms=placed.own_ns / 1e6,
        status=span.status,
        status_message=span.status_message,
        run_id=placed.run_id,
        linked_by=placed.linked_by,
        attributes=span.attributes,
        events=span.events,
        links=span.links,
        cut=span.cut,
    )


def _runs(reading: Reading, placed: Sequence[PlacedSpan]) -> tuple[TraceRun, ...]:
    """Those that are known; a span may name a run before the run's first event is here."""
    first: dict[UUID, PlacedSpan] = {}
    for one in placed:
        if one.run_id is not None:
            first.setdefault(one.run_id, one)
    found = []
    for run_id, one in list(first.items())[:MAX_RUNS]:
        run = runs.find(reading.connection, run_id)
        if run is not None:
            inputs, outputs = touched_names(reading, run_id)
            found.append(
                TraceRun(
                    run_id=run_id,
                    job_namespace=run.job_namespace,
                    job_name=run.job_name,
                    state=run.state,
                    began_at=run.began_at,
                    ended_at=run.ended_at,
                    span_id=one.span.span_id,
                    linked_by=one.linked_by or "",
                    inputs=inputs,
                    outputs=outputs,
                )
            )
    return tuple(found)


def touched_names(reading: Reading, run_id: UUID) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The datasets that a run read, and those that it wrote."""
    touched = runs.datasets(reading.connection, run_id)
    reads = tuple(f"{one.namespace}/{one.name}" for one in touched if one.kind == EdgeKind.READS)
    return reads, tuple(f"{one.namespace}/{one.name}" for one in touched if one.kind == EdgeKind.WRITES)
