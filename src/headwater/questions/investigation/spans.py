"""What spans say of the runs around an alert: where one failed, where the time went, what was passed over.

A span is evidence of its run: it counts where the run's job has a way to the alert, like all else.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import numpy as np

from headwater.facts.telemetry.sketch import value_of
from headwater.health.normal import HISTORY_RUNS, Normal, normal
from headwater.questions.investigation.symptoms import Window
from headwater.questions.reading import Reading
from headwater.questions.telemetry.span_tree import PlacedSpan
from headwater.questions.telemetry.traces import placed_spans
from headwater.store.queries.evidence import spans
from headwater.timemachine.evidence import Entity, Observation, Sign, SpanEvidence, Suspect, SuspectKind

# Traces are looked into one by one, the newest first; of a run, its costliest spans.
MOST_TRACES, COMPARED = 10, 20
MOST_ERRORS = 50
NANOS = 1e9
# Signs of runs of which their spans tell more.
EXPLAINED_SIGNS = (Sign.RUN_FAILED, Sign.RUN_LONG)


@dataclass(frozen=True, slots=True)
class SpanFindings:
    """The observations, with what spans say of their runs; and spans that failed in runs that did not."""

    observations: tuple[Observation, ...]
    suspects: tuple[Suspect, ...]
    missing: tuple[str, ...]


def with_spans(reading: Reading, observed: Sequence[Observation], window: Window) -> SpanFindings:
    if not spans.any_spans(reading.connection):
        return SpanFindings(tuple(observed), (), ())
    bad = {one.run for one in observed if one.sign in EXPLAINED_SIGNS and one.run}
    well = {one.run: one for one in observed if one.sign is Sign.RUN_SUCCEEDED and one.run}
    ties = spans.traces_of(reading.connection, _ids(well), _ids(bad))
    traces = list(dict.fromkeys(tie.trace_id for tie in ties))
    found: dict[str, SpanEvidence] = {}
    errors: list[Suspect] = []
    for trace_id in traces[:MOST_TRACES]:
        for run, placed in _by_run(reading, trace_id, window.until).items():
            if run in bad:
                span = _of_bad_run(reading, placed, window)
                found |= {run: span} if span and run not in found else {}
            elif run in well:
                errors += _passed_over(well[run], placed)
    missing = f"Of the traces of runs around it, only the latest {MOST_TRACES} were looked at."
    return SpanFindings(
        tuple(_with_span(one, found.get(one.run or "")) for one in observed),
        _first_each(errors),
        (missing,) if len(traces) > MOST_TRACES else (),
    )


def _ids(runs: Iterable[str]) -> list[UUID]:
    return [UUID(run) for run in runs]


def _with_span(one: Observation, span: SpanEvidence | None) -> Observation:
    if span is None or one.sign not in EXPLAINED_SIGNS:
        return one
    if one.sign is Sign.RUN_LONG:
        return replace(one, span=span, message=f"{one.message}; {span.says}")
    return replace(one, span=span, message=one.message or span.message)


def _by_run(reading: Reading, trace_id: str, until: datetime) -> dict[str, list[PlacedSpan]]:
    """The spans of a trace that had ended by then, by the run to which they belong."""
    last = until.timestamp() * NANOS
    held = spans.spans_of(reading.connection, trace_id, until)
    by_run: dict[str, list[PlacedSpan]] = defaultdict(list)
    for one in placed_spans(reading, trace_id, held):
        if one.run_id is not None and one.span.start_ns + one.span.duration_ns <= last:
            by_run[str(one.run_id)].append(one)
    return by_run


def _of_bad_run(reading: Reading, placed: list[PlacedSpan], window: Window) -> SpanEvidence | None:
    """Where it failed; else where the time went."""
    failed = _innermost_errors(placed)
    if failed:
        return _evidence(max(failed, key=_end), None)
    costly = sorted(placed, key=lambda one: (-one.own_ns, one.span.span_id))[:COMPARED]
    usual = _usual(reading, costly, window.since)
    for one in costly:
        normally = usual.get(one.span.span_id)
        if normally is not None and normally.is_high(one.span.duration_ns / NANOS):
            return _evidence(one, normally.median)
    return None


def _innermost_errors(placed: list[PlacedSpan]) -> list[PlacedSpan]:
    failed = [one for one in placed if one.span.status == "error"]
    callers = {one.span.parent_span_id for one in failed}
    return [one for one in failed if one.span.span_id not in callers]


def _end(one: PlacedSpan) -> tuple[int, str]:
    return one.span.start_ns + one.span.duration_ns, one.span.span_id


def _evidence(one: PlacedSpan, usual: float | None) -> SpanEvidence:
    span = one.span
    return SpanEvidence(
        span.trace_id,
        span.span_id,
        span.name[:200],
        span.service[:200],
        span.duration_ns / NANOS,
        usual,
        (span.status_message or "")[:4000],
    )


def _usual(reading: Reading, placed: Sequence[PlacedSpan], since: datetime) -> dict[str, Normal]:
    """What is normal for the operation of each span; of all its spans in the days before."""
    if not placed:
        return {}
    ids = [one.span.span_id for one in placed]
    counted: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for cell in spans.usual(reading.connection, placed[0].span.trace_id, ids, since):
        for number, times in zip(cell.bins, cell.counts, strict=True):
            counted[cell.span_id][number] += times
    found = ((span_id, normal(_values(bins))) for span_id, bins in counted.items())
    return {span_id: usual for span_id, usual in found if usual is not None}


def _values(bins: dict[int, int]) -> list[float]:
    """The values of a sketch; of very many, in proportion."""
    part = min(1.0, HISTORY_RUNS / max(sum(bins.values()), 1))
    numbers = sorted(bins)
    times = np.round(np.cumsum([bins[one] for one in numbers]) * part).astype(int)
    values: list[float] = np.repeat([value_of(one) for one in numbers], np.diff([0, *times])).tolist()
    return values


def _passed_over(run: Observation, placed: list[PlacedSpan]) -> Iterator[Suspect]:
    """Spans that failed in a run that ended well, unless the same was tried again and worked."""
    for one in _innermost_errors(placed):
        span = one.span
        again = (other.span for other in placed if other.span.start_ns >= span.start_ns)
        worked = {(other.name, other.service) for other in again if other.status != "error"}
        if (span.name, span.service) in worked:
            continue
        evidence = _evidence(one, None)
        yield Suspect(
            id=f"span:{span.trace_id}:{span.span_id}",
            kind=SuspectKind.SPAN_ERROR,
            entity=run.entity,
            time=run.started or run.time,
            says=f"{evidence.says}, and the run went on",
            message=evidence.message,
            severity="warning",
            run=run.run,
            span=evidence,
        )


def _first_each(errors: list[Suspect]) -> tuple[Suspect, ...]:
    """What fails in each run is reported once, as of the first."""
    first: dict[tuple[Entity, str], Suspect] = {}
    for one in sorted(errors, key=lambda one: (one.time, one.id)):
        first.setdefault((one.entity, one.says), one)
    return tuple(first.values())[:MOST_ERRORS]
