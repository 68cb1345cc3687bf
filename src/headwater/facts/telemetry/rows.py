"""What a request is read into: one row a span, a point or a log record, and what could not be read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class SpanRow(NamedTuple):
    """Times in nanoseconds since 1970. Texts of JSON hold what has no column of its own."""

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
    run_id: str | None
    airflow_key: str | None
    attributes: str
    resource: str
    scope: str | None
    events: str
    links: str
    cut: int
    """How many attributes, events and links were dropped or shortened, by the producer or here."""
    series: str
    bin: int
    content: str
    """A digest of the rest: of two spans with one id, the greater stands."""


class PointRow(NamedTuple):
    """One value of a metric; of a histogram the mean, beside `value_count`, `total` and `buckets`."""

    point_id: str
    series: str
    metric: str
    kind: str
    unit: str | None
    temporality: str
    monotonic: bool
    service: str
    team: str
    job: str
    run_id: str | None
    attributes: str
    resource: str
    at_ns: int
    start_ns: int
    value: float
    value_count: int
    total: float
    buckets: str
    bins: str
    """The point's part of the sketch: pairs of bin and count, as JSON."""


class LogRecordRow(NamedTuple):
    record_id: str
    at_ns: int
    severity: str
    severity_number: int
    body: str
    trace_id: str | None
    span_id: str | None
    service: str
    team: str
    job: str
    run_id: str | None
    attributes: str
    resource: str


class TelemetryProblem(NamedTuple):
    """An item that could not be taken: where it stands in its request, and why."""

    place: str
    reason: str


@dataclass(slots=True)
class Telemetry:
    """All that one request says."""

    spans: list[SpanRow] = field(default_factory=list)
    points: list[PointRow] = field(default_factory=list)
    logs: list[LogRecordRow] = field(default_factory=list)
    problems: list[TelemetryProblem] = field(default_factory=list)

    def add(self, others: Sequence["Telemetry"]) -> "Telemetry":
        for other in others:
            self.spans += other.spans
            self.points += other.points
            self.logs += other.logs
            self.problems += other.problems
        return self
