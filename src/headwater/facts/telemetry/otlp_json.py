"""OTLP's JSON as a message. It differs from protobuf's JSON in one thing: ids are hexadecimal, not base64.

An item that does not fit is replaced by an empty one, so that its neighbours are read all the same.
"""

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from headwater.errors import BadInputError, NotJsonError
from headwater.model.telemetry import TelemetryKind

IDS = ("traceId", "spanId", "parentSpanId")
# Down to the items.
PATHS: dict[str, tuple[str, ...]] = {
    TelemetryKind.TRACES: ("resourceSpans", "scopeSpans", "spans"),
    TelemetryKind.METRICS: ("resourceMetrics", "scopeMetrics", "metrics"),
    TelemetryKind.LOGS: ("resourceLogs", "scopeLogs", "logRecords"),
}
MESSAGES: dict[str, Callable[[], Message]] = {
    TelemetryKind.TRACES: Span,
    TelemetryKind.METRICS: Metric,
    TelemetryKind.LOGS: LogRecord,
}
MAX_REASON = 300
MAX_DEPTH = 50
# Each costs microseconds to read as JSON, and telemetry of others waits meanwhile.
MAX_VALUES = 1_000_000

Unreadable = dict[str, str]
"""Why items could not be read, by their place."""


def parse_json(kind: str, message: Any, body: bytes) -> tuple[Any, Unreadable]:
    """Fill the message; an error if the body is not one such request at all."""
    document = _document(body)
    unreadable: Unreadable = {}
    for _place, holder, number in _items(document, PATHS[kind]):
        if isinstance(holder[number], dict):
            _with_binary_ids(holder[number])
    try:
        return _parsed(document, message), unreadable
    except BadInputError:
        message.Clear()
    # Only now each alone: that costs twice the time, and hardly any request needs it.
    for place, holder, number in _items(document, PATHS[kind]):
        try:
            _parsed(holder[number], MESSAGES[kind]())
        except BadInputError as error:
            empty: Any = {"gauge": {"dataPoints": [{}]}} if kind == TelemetryKind.METRICS else {}
            holder[number] = empty
            unreadable[f"{place}.dataPoints[0]" if empty else place] = str(error)
    return _parsed(document, message), unreadable


def _document(body: bytes) -> dict[str, Any]:
    try:
        document = _decoded(body)
    except (ValueError, RecursionError) as error:
        raise NotJsonError(str(error)) from error
    if not isinstance(document, dict):
        raise BadInputError("body", "must be an object")
    if body.count(b",") + body.count(b":") > MAX_VALUES and _has_more_values(document):
        raise BadInputError("body", f"has more than {MAX_VALUES} values; send several requests, or protobuf")
    return document


def _decoded(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError as error:
        if "surrogate" not in str(error):
            raise
    # Half a character, as where an exporter cut a text: JSON can say it, and no text can hold it.
    halved = json.dumps(json.loads(body), ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    return msgspec.json.decode(halved.decode("utf-16-le", "replace"))


def _has_more_values(document: Any) -> bool:
    waiting, count = [document], 0
    while waiting and count <= MAX_VALUES:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict | list):
            waiting.extend(value.values() if isinstance(value, dict) else value)
    return count > MAX_VALUES


def _parsed(document: Any, message: Any) -> Any:
    try:
        return ParseDict(document, message, ignore_unknown_fields=True, max_recursion_depth=MAX_DEPTH)
    except (ParseError, RecursionError, TypeError, ValueError, AttributeError) as error:
        raise BadInputError("body", str(error)[:MAX_REASON]) from error


def _items(
    document: dict[str, Any], path: tuple[str, ...], place: str = ""
) -> Iterator[tuple[str, list[Any], int]]:
    """Each item as the list that holds it and its number there, so that it can be replaced."""
    name, *rest = path
    held: Any = document.get(name)
    for number, item in enumerate(held if isinstance(held, list) else ()):
        here = f"{place}{name}[{number}]"
        if not rest:
            yield here, held, number
        elif isinstance(item, dict):
            yield from _items(item, tuple(rest), f"{here}.")


def _with_binary_ids(item: dict[str, Any]) -> None:
    for name in IDS:
        if isinstance(value := item.get(name), str):
            item[name] = _base64(value)
    links = item.get("links")
    for link in links if isinstance(links, list) else ():
        if isinstance(link, dict):
            _with_binary_ids(link)
    # Exemplars have ids too; they are not kept.
    for data in item.values():
        held = data.get("dataPoints") if isinstance(data, dict) else None
        for point in held if isinstance(held, list) else ():
            if isinstance(point, dict):
                point.pop("exemplars", None)


def _base64(text: str) -> str:
    """Of what is no hexadecimal, nothing: an id of that length is refused with its place."""
    try:
        return base64.b64encode(bytes.fromhex(text)).decode()
    except ValueError:
        return ""
