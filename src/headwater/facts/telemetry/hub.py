"""Data Lineage Hub's telemetry: spans and metrics in the words of its SDK, each judged alone."""

import math
from typing import Any

import msgspec

from headwater.errors import BadInputError
from headwater.facts.telemetry.checks import ids_problem, moment_problem, times_problem
from headwater.facts.telemetry.points import point_row
from headwater.facts.telemetry.rows import PointRow, SpanRow, Telemetry, TelemetryProblem
from headwater.facts.telemetry.sketch import bin_of
from headwater.facts.telemetry.spans import MAX_NAME, STATUSES, ResourceAndScope, span_row
from headwater.facts.telemetry.values import MAX_ATTRIBUTES, AttributeBudget, Attributes, encoder
from headwater.model.times import parse_time, to_micros

MAX_PROBLEMS = 1000
# A number below it can only be milliseconds since 1970, one above only nanoseconds.
MILLISECONDS_END, MICROSECONDS_END = 10**14, 10**17


def unwrapped(document: Any) -> dict[str, Any]:
    """Flat as documented, or in `telemetry_request`, as its SDK sends it."""
    wrapped = document.get("telemetry_request") if isinstance(document, dict) else None
    inner = wrapped if isinstance(wrapped, dict) else document
    if not isinstance(inner, dict):
        raise BadInputError("body", "must be an object")
    return inner


def items(name: str, document: dict[str, Any]) -> list[Any]:
    found = document.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise BadInputError(name, "must be an array")
    return found


def read_items(document: dict[str, Any], team: str, received_ns: int) -> Telemetry:
    """All that a request says; what can't be used is among the problems, as the Hub words them."""
    found = Telemetry()
    for number, sent in enumerate(items("traces", document)):
        try:
            found.spans.append(read_trace(sent, team, received_ns))
        except BadInputError as error:
            found.problems.append(TelemetryProblem(f"Trace {number}", str(error)))
    for number, sent in enumerate(items("metrics", document)):
        try:
            found.points.append(read_metric(sent, team, received_ns))
        except BadInputError as error:
            found.problems.append(TelemetryProblem(f"Metric {number}", str(error)))
    return found


def read(body: bytes, received_ns: int, team: str | None) -> Telemetry:
    document = unwrapped(msgspec.json.decode(body))
    return read_items(document, team or str(document.get("namespace")), received_ns)


def read_trace(sent: Any, team: str, received_ns: int) -> SpanRow:
    if not isinstance(sent, dict):
        raise BadInputError("", "must be an object")
    budget = AttributeBudget()
    ids = {name: _id(sent, name) for name in ("traceId", "spanId", "parentSpanId")}
    start, end = _span_times(sent)
    problem = ids_problem(*ids.values()) or times_problem(start, end, received_ns)
    if problem:
        raise BadInputError(*problem.split(": ", 1))
    tags = _attributes(sent, "tags", budget) | _attributes(sent, "attributes", budget)
    return span_row(
        _source(sent, team, budget),
        budget,
        trace_id=ids["traceId"].hex(),
        span_id=ids["spanId"].hex(),
        parent_span_id=ids["parentSpanId"].hex() or None,
        name=budget.text(_text(sent, "operationName") or _text(sent, "name"), MAX_NAME),
        kind=str(tags.get("span.kind") or "internal").lower()[:32],
        start_ns=start,
        duration_ns=end - start,
        attributes=tags,
        events=[],
        links=[],
        dropped=0,
        **_status(sent, budget),
    )


def read_metric(sent: Any, team: str, received_ns: int) -> PointRow:
    if not isinstance(sent, dict):
        raise BadInputError("", "must be an object")
    name, value = sent.get("name"), sent.get("value")
    if not isinstance(name, str) or not name:
        raise BadInputError("name", "must be a text")
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise BadInputError("value", "must be a finite number")
    at = (
        _nanoseconds(sent.get("timestamp"), "timestamp") if sent.get("timestamp") is not None else received_ns
    )
    if problem := moment_problem(at, received_ns):
        raise BadInputError("timestamp", problem.split(": ", 1)[1])
    budget = AttributeBudget()
    return point_row(
        _source(sent, team, budget),
        budget,
        attributes=_attributes(sent, "attributes", budget),
        bins={bin_of(float(value)): 1},
        metric=budget.text(name, MAX_NAME),
        # Each call of its SDK sends what it counted itself, so that points are added up.
        kind="sum" if name.endswith("_total") else "gauge",
        unit=budget.text(_text(sent, "unit"), MAX_NAME) or None,
        temporality="delta" if name.endswith("_total") else "",
        monotonic=name.endswith("_total"),
        at_ns=at,
        start_ns=0,
        value=float(value),
        value_count=1,
        total=float(value),
        buckets="[]",
    )


def _source(sent: dict[str, Any], team: str, budget: AttributeBudget) -> ResourceAndScope:
    """The Hub stamps the namespace on the resource as `service.namespace`."""
    resource = sent.get("resource")
    attributes = _attributes(resource, "attributes", budget) if isinstance(resource, dict) else {}
    attributes = attributes | {"service.namespace": team}
    return ResourceAndScope(attributes, budget.json(attributes), None, team)


def _status(sent: dict[str, Any], budget: AttributeBudget) -> dict[str, Any]:
    status = sent.get("status")
    stated = status if isinstance(status, dict) else {"code": status}
    code = str(stated.get("code") or "").removeprefix("STATUS_CODE_").lower()
    known = {"1": "ok", "2": "error", "failed": "error"}.get(code, code)
    message = stated.get("message")
    return {
        "status": known if known in STATUSES else "unset",
        "status_message": budget.text(message) if isinstance(message, str) and message else None,
    }


def _attributes(holder: Any, name: str, budget: AttributeBudget) -> Attributes:
    found = holder.get(name)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise BadInputError(name, "must be an object")
    budget.cut += max(len(found) - MAX_ATTRIBUTES, 0)
    kept = list(found.items())[:MAX_ATTRIBUTES]
    return {budget.text(key, 256): _plain(value, budget) for key, value in kept}


def _plain(value: Any, budget: AttributeBudget) -> Any:
    if isinstance(value, str):
        return budget.text(value)
    # Nested ones are kept as the text of their JSON, within the budget of a text.
    return budget.text(encoder.encode(value).decode()) if isinstance(value, list | dict) else value


def _id(sent: dict[str, Any], name: str) -> bytes:
    value = sent.get(name)
    if value is None and name == "parentSpanId":
        return b""
    try:
        return bytes.fromhex(value.replace("-", "")) if isinstance(value, str) else b""
    except ValueError:
        raise BadInputError(name, "must be hexadecimal") from None


def _span_times(sent: dict[str, Any]) -> tuple[int, int]:
    """`startTime` in milliseconds with `duration` in microseconds, as its SDK sends; or `endTime`."""
    start = _nanoseconds(sent.get("startTime"), "startTime")
    if sent.get("endTime") is not None:
        return start, _nanoseconds(sent["endTime"], "endTime")
    duration = sent.get("duration", 0)
    if (
        isinstance(duration, bool)
        or not isinstance(duration, int | float)
        or not _is_finite(duration)
        or duration < 0
    ):
        raise BadInputError("duration", "must be a number of microseconds, not below 0")
    return start, start + round(duration * 1000)


def _nanoseconds(value: Any, name: str) -> int:
    """From milliseconds, microseconds or nanoseconds since 1970, by their size, or an RFC 3339 time.

    >>> _nanoseconds(1714550400000, "t") == _nanoseconds("2024-05-01T08:00:00Z", "t")
    True
    """
    if isinstance(value, str):
        try:
            return to_micros(parse_time(value)) * 1000
        except ValueError as error:
            raise BadInputError(name, str(error)) from error
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise BadInputError(name, "must be a time in milliseconds since 1970")
    if abs(value) < MILLISECONDS_END:
        return round(value * 1_000_000)
    return round(value * 1000) if abs(value) < MICROSECONDS_END else round(value)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond every float
        return False


def _text(sent: dict[str, Any], name: str) -> str:
    value = sent.get(name)
    return value if isinstance(value, str) else ""
