"""OTLP's three requests: from protobuf or JSON to messages, checked item by item, and read into rows."""

from collections import Counter
from collections.abc import Callable, Container, Iterator
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from headwater.errors import BadInputError
from headwater.facts.telemetry import logs, points, spans
from headwater.facts.telemetry.context import TEAM
from headwater.facts.telemetry.otlp_json import PATHS, Unreadable, parse_json
from headwater.facts.telemetry.rows import Telemetry, TelemetryProblem
from headwater.model.telemetry import MAX_ITEMS, Encoding, TelemetryKind

MAX_PROBLEMS = 100

MESSAGES: dict[str, Callable[[], Any]] = {
    TelemetryKind.TRACES: ExportTraceServiceRequest,
    TelemetryKind.METRICS: ExportMetricsServiceRequest,
    TelemetryKind.LOGS: ExportLogsServiceRequest,
}


# The fields that lead to the items; `PATHS` has their names in JSON.
LEVELS = {
    TelemetryKind.TRACES: ("resource_spans", "scope_spans", "spans"),
    TelemetryKind.METRICS: ("resource_metrics", "scope_metrics", "metrics"),
    TelemetryKind.LOGS: ("resource_logs", "scope_logs", "log_records"),
}


class OtlpItem(NamedTuple):
    """`value` is a span, a log record, or a metric with one of its points."""

    numbers: tuple[int, ...]
    resource: Any
    scope: Any
    value: Any


class Checked(NamedTuple):
    """A request, how many items it has, and the first of those that can't be used."""

    items: int
    rejected: int
    problems: list[TelemetryProblem]
    message: Any
    teams: Counter[str | None]
    """How many usable items each team has, as their resources name it."""


def parse(kind: str, encoding: str, body: bytes) -> tuple[Any, Unreadable]:
    """The request as a message; an error that names what is wrong with it as a whole."""
    message = MESSAGES[kind]()
    if encoding == Encoding.JSON:
        return parse_json(kind, message, body)
    try:
        message.ParseFromString(body)
    except DecodeError as error:
        raise BadInputError("body", f"is not a {type(message).__name__}: {error}") from error
    return message, {}


def items(kind: str, message: Any) -> Iterator[OtlpItem]:
    """Each item with where it stands; a metric gives one for each of its points."""
    resources, scopes, leaves = LEVELS[TelemetryKind(kind)]
    for r, resource in enumerate(getattr(message, resources)):
        for s, scope in enumerate(getattr(resource, scopes)):
            for number, leaf in enumerate(getattr(scope, leaves)):
                if kind != TelemetryKind.METRICS:
                    yield OtlpItem((r, s, number), resource, scope, leaf)
                    continue
                for p, point in enumerate(points.points_of(leaf)):
                    yield OtlpItem((r, s, number, p), resource, scope, (leaf, point))


def problem_of(kind: str, item: Any, received_ns: int) -> str | None:
    if kind == TelemetryKind.TRACES:
        return spans.span_problem(item, received_ns)
    if kind == TelemetryKind.LOGS:
        return logs.record_problem(item, received_ns)
    metric, point = item
    return points.point_problem(metric, point, received_ns)


def check(kind: str, encoding: str, body: bytes, received_ns: int) -> Checked:
    """What will become of a request; an error if nothing of it can be read."""
    count = rejected = 0
    problems: list[TelemetryProblem] = []
    teams: Counter[str | None] = Counter()
    resource, team = None, None
    message, unreadable = parse(kind, encoding, body)
    for item in items(kind, message):
        count += 1
        if count > MAX_ITEMS:
            raise BadInputError("body", f"has more than {MAX_ITEMS} items; send several requests")
        if problem := _problem(kind, item, unreadable, received_ns):
            rejected += 1
            if len(problems) < MAX_PROBLEMS:
                problems.append(problem)
            continue
        if resource is not item.resource:
            resource, team = item.resource, named_team(item.resource.resource.attributes)
        teams[team] += 1
    return Checked(count, rejected, problems, message, teams)


def named_teams(kind: str, message: Any) -> set[str | None]:
    """Every team that a resource or an item names; slower than by resource alone."""
    found: set[str | None] = set()
    for item in items(kind, message):
        own = item.value[1] if kind == TelemetryKind.METRICS else item.value
        found.add(named_team(own.attributes) or named_team(item.resource.resource.attributes))
    return found


def remove_teams(kind: str, message: Any, teams: Container[str | None]) -> None:
    """Without the resources that name one of these teams."""
    held = getattr(message, LEVELS[TelemetryKind(kind)][0])
    for number in range(len(held) - 1, -1, -1):
        if named_team(held[number].resource.attributes) in teams:
            del held[number]


def named_team(attributes: Any) -> str | None:
    """The team that a resource's or an item's own attributes name."""
    found = {pair.key: pair.value.string_value.strip() for pair in attributes if pair.key in TEAM}
    return next((found[name] for name in TEAM if found.get(name)), None)


def read(kind: str, encoding: str, body: bytes, received_ns: int, team: str | None) -> Telemetry:
    """All that a request says; an item that can't be used is among the problems."""
    found = Telemetry()
    known: tuple[Any, Any, spans.ResourceAndScope] | None = None
    message, unreadable = parse(kind, encoding, body)
    for item in items(kind, message):
        if problem := _problem(kind, item, unreadable, received_ns):
            if len(found.problems) < MAX_PROBLEMS:
                found.problems.append(problem)
            continue
        if known is None or known[0] is not item.resource or known[1] is not item.scope:
            known = (item.resource, item.scope, spans.read_source(item.resource, item.scope, team))
        _add(found, kind, item.value, known[2])
    return found


def _problem(kind: str, item: OtlpItem, unreadable: Unreadable, received_ns: int) -> TelemetryProblem | None:
    reason = unreadable.get(_place(kind, item.numbers)) if unreadable else None
    reason = reason or problem_of(kind, item.value, received_ns)
    return TelemetryProblem(_place(kind, item.numbers), reason) if reason else None


def _place(kind: str, numbers: tuple[int, ...]) -> str:
    """
    >>> _place("metrics", (0, 1, 2, 3))
    'resourceMetrics[0].scopeMetrics[1].metrics[2].dataPoints[3]'
    """
    return ".".join(
        f"{name}[{number}]" for name, number in zip((*PATHS[kind], "dataPoints"), numbers, strict=False)
    )


def _add(found: Telemetry, kind: str, item: Any, source: spans.ResourceAndScope) -> None:
    if kind == TelemetryKind.TRACES:
        found.spans.append(spans.read_span(item, source))
    elif kind == TelemetryKind.LOGS:
        found.logs.append(logs.read_record(item, source))
    else:
        metric, point = item
        found.points += points.read_points(metric, source, [point])
