"""Which spans cost the time of a run, or of the runs that write a dataset."""

from collections.abc import Iterator, Sequence
from typing import Annotated
from uuid import UUID

from headwater.answers.runs import Run
from headwater.answers.traces import CostlySpan, CostlySpans
from headwater.errors import BadParameterError, RunNotFoundError
from headwater.model.ids import run_uuid
from headwater.model.times import from_micros
from headwater.questions import resolve
from headwater.questions.parameters import NAME
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.telemetry.span_tree import PlacedSpan
from headwater.questions.telemetry.traces import find_spans, placed_spans, touched_names
from headwater.store.queries import nodes, runs
from headwater.store.queries.rows import fetch_values
from headwater.store.queries.telemetry import traces

LATEST_RUNS = 5
WRITERS = """
select run_id from runs
where job_id in (select owner_id from edges where kind = edge_kind('writes') and target_id = any(%(dataset)s))
order by began_at desc nulls last, run_id
limit %(runs)s
"""

DatasetName = Annotated[
    str | None, Parameter(f"A dataset. {NAME}", examples=("shopflow.finance.revenue",), min_length=1)
]
RunId = Annotated[str | None, Parameter("A run, instead of a dataset.", min_length=1)]
Spans = Annotated[int, Parameter("Maximum number of spans. Default 20.", minimum=1, maximum=200)]


@question("/costly-spans", topic="telemetry")
def costly_spans(
    reading: Reading, asset: DatasetName = None, run: RunId = None, limit: Spans = 20
) -> CostlySpans:
    """The spans that cost the time of a run, or of the latest five runs that wrote a dataset.

    By the time in which none of their children ran, the newest run first.
    """
    if (asset is None) == (run is None):
        raise BadParameterError("asset", "give either `asset` or `run`")
    chosen = [_known_run(reading, run)] if run is not None else _writing_runs(reading, asset or "")
    found: list[CostlySpan] = []
    with_spans = 0
    for one in chosen:
        spans = spans_of_run(reading, one.run_id)
        with_spans += bool(spans)
        found += _described(reading, one, spans)
    return CostlySpans(tuple(found[:limit]), len(chosen), with_spans)


def _known_run(reading: Reading, run_id: str) -> Run:
    found = runs.find(reading.connection, run_uuid(run_id))
    if found is None:
        raise RunNotFoundError(run_id)
    return found


def _writing_runs(reading: Reading, asset: str) -> list[Run]:
    node = resolve.entity(reading.connection, asset, resolve.DATASET, field="asset")
    members = nodes.members(reading.connection, node.id)
    chosen = fetch_values(reading.connection, WRITERS, dataset=list(members), runs=LATEST_RUNS)
    found = (runs.find(reading.connection, run_id) for run_id in chosen)
    return [run for run in found if run is not None]


def spans_of_run(reading: Reading, run_id: UUID) -> list[tuple[str, PlacedSpan]]:
    """The spans that belong to a run, each with its trace, the costliest first."""
    found: list[tuple[str, PlacedSpan]] = []
    for trace_id in traces.traces_of_run(reading.connection, run_id):
        spans, _source = find_spans(reading, trace_id)
        placed = placed_spans(reading, trace_id, spans)
        found += [(trace_id, one) for one in placed if one.run_id == run_id]
    return sorted(found, key=lambda item: (-item[1].own_ns, item[1].span.span_id))


def _described(reading: Reading, run: Run, spans: Sequence[tuple[str, PlacedSpan]]) -> Iterator[CostlySpan]:
    if not spans:
        return
    _inputs, outputs = touched_names(reading, run.run_id)
    for trace_id, placed in spans:
        span = placed.span
        seconds = run.duration_seconds
        yield CostlySpan(
            trace_id=trace_id,
            span_id=span.span_id,
            name=span.name,
            service=span.service,
            started_at=from_micros(span.start_ns // 1000),
            duration_ms=span.duration_ns / 1e6,
            own_ms=placed.own_ns / 1e6,
            share=round(placed.own_ns / 1e9 / seconds, 4) if seconds else None,
            status=span.status,
            status_message=span.status_message,
            run_id=run.run_id,
            job_namespace=run.job_namespace,
            job_name=run.job_name,
            run_state=run.state,
            run_began_at=run.began_at,
            outputs=outputs,
        )
