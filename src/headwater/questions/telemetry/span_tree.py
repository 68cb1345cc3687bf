"""The spans of a trace as a tree: who called whom, and how much time each took itself. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from headwater.store.queries.telemetry.traces import RunLink, SpanRecord

RUN_ID, TRACE_CONTEXT, AIRFLOW, PARENT_SPAN = "run id", "trace context", "airflow", "parent span"


@dataclass(frozen=True, slots=True)
class PlacedSpan:
    span: SpanRecord
    depth: int
    own_ns: int
    run_id: UUID | None
    linked_by: str | None


def place(spans: Sequence[SpanRecord], links: Iterable[RunLink]) -> list[PlacedSpan]:
    """Depth first, siblings by start. A span whose parent is missing, or below itself, is a root."""
    known = {span.span_id: span for span in spans}
    children: dict[str | None, list[SpanRecord]] = {}
    for span in spans:
        parent = span.parent_span_id if span.parent_span_id in known else None
        children.setdefault(parent, []).append(span)
    runs = _runs(spans, links)
    placed: dict[str, PlacedSpan] = {}
    # What is left after the roots hangs in a circle: each such circle begins where it began first.
    for root in (*children.get(None, ()), *spans):
        _descend(root, children, runs, placed)
    return list(placed.values())


def _descend(
    root: SpanRecord,
    children: dict[str | None, list[SpanRecord]],
    runs: dict[str, tuple[UUID, str]],
    placed: dict[str, PlacedSpan],
) -> None:
    waiting: list[tuple[SpanRecord, int, UUID | None]] = [(root, 0, None)]
    while waiting:
        span, depth, inherited = waiting.pop()
        if span.span_id in placed:
            continue
        run, how = runs.get(span.span_id, (inherited, PARENT_SPAN if inherited else None))
        below = children.get(span.span_id, [])
        placed[span.span_id] = PlacedSpan(span, depth, own_time(span, below), run, how)
        waiting += [(child, depth + 1, run) for child in reversed(below)]


def own_time(span: SpanRecord, children: Iterable[SpanRecord]) -> int:
    """Nanoseconds in which no child ran; children that overlap count once."""
    end, covered, reached = span.start_ns + span.duration_ns, 0, span.start_ns
    for child in sorted(children, key=lambda one: one.start_ns):
        begin, finish = max(child.start_ns, reached), min(child.start_ns + child.duration_ns, end)
        if finish > begin:
            covered += finish - begin
            reached = finish
    return span.duration_ns - covered


def _runs(spans: Sequence[SpanRecord], links: Iterable[RunLink]) -> dict[str, tuple[UUID, str]]:
    """The run of each span that has one, and how it was found: what the span says itself goes first."""
    found: dict[str, tuple[UUID, str]] = {}
    links = list(links)
    by_span = {link.span_id: link.run_id for link in reversed(links) if link.span_id}
    by_airflow = {link.airflow_key: link.run_id for link in reversed(links) if link.airflow_key}
    whole = next((link.run_id for link in links if not link.span_id and not link.airflow_key), None)
    for span in spans:
        if span.run_id is not None:
            found[span.span_id] = (span.run_id, RUN_ID)
        elif span.span_id in by_span:
            found[span.span_id] = (by_span[span.span_id], TRACE_CONTEXT)
        elif span.airflow_key in by_airflow:
            found[span.span_id] = (by_airflow[span.airflow_key], AIRFLOW)
        elif whole is not None and span.parent_span_id is None:
            found[span.span_id] = (whole, TRACE_CONTEXT)
    return found
