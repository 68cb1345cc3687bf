"""Telemetry without what must not be kept: the texts of a request, cut before it is stored.

Rules are written for JSON, so each text is tried as the member of an object. The same texts come again and
again in one request, and each is tried once.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from headwater.model.telemetry import TelemetryKind
from headwater.questions.operations.event_redaction import EventRedaction

MAX_DEPTH = 50


def redact_message(kind: str, message: Any, redaction: EventRedaction) -> bool:
    """Cut secrets out of an OTLP request; returns whether there were any."""
    cutting = _Cutting(redaction)
    if kind == TelemetryKind.TRACES:
        cutting.traces(message)
    elif kind == TelemetryKind.METRICS:
        cutting.metrics(message)
    else:
        cutting.logs(message)
    return cutting.changed


class _Cutting:
    """What was found of each text so far, and whether anything was cut."""

    def __init__(self, redaction: EventRedaction) -> None:
        self._redaction = redaction
        self._known: dict[tuple[str, str], str | None] = {}
        self.changed = False

    def traces(self, message: Any) -> None:
        for resource in message.resource_spans:
            self.attributes(resource.resource.attributes)
            for scope in resource.scope_spans:
                self.attributes(scope.scope.attributes)
                for span in scope.spans:
                    self._span(span)

    def metrics(self, message: Any) -> None:
        for resource in message.resource_metrics:
            self.attributes(resource.resource.attributes)
            for scope in resource.scope_metrics:
                self.attributes(scope.scope.attributes)
                for metric in scope.metrics:
                    self.field(metric, "name")
                    self.field(metric, "description")
                    data = metric.WhichOneof("data")
                    for point in getattr(metric, data).data_points if data else ():
                        self.attributes(point.attributes)

    def logs(self, message: Any) -> None:
        for resource in message.resource_logs:
            self.attributes(resource.resource.attributes)
            for scope in resource.scope_logs:
                self.attributes(scope.scope.attributes)
                for record in scope.log_records:
                    self.value("body", record.body)
                    self.attributes(record.attributes)

    def _span(self, span: Any) -> None:
        self.field(span, "name")
        self.attributes(span.attributes)
        if span.HasField("status"):
            self.field(span.status, "message")
        for event in span.events:
            self.field(event, "name")
            self.attributes(event.attributes)
        for link in span.links:
            self.attributes(link.attributes)

    def attributes(self, pairs: Iterable[Any], depth: int = 0) -> None:
        for pair in pairs:
            self.value(pair.key, pair.value, depth)

    def value(self, key: str, value: Any, depth: int = 0) -> None:
        kind = value.WhichOneof("value")
        if kind == "string_value":
            self.field(value, kind, key)
        elif depth >= MAX_DEPTH:
            return
        elif kind == "kvlist_value":
            self.attributes(value.kvlist_value.values, depth + 1)
        elif kind == "array_value":
            for one in value.array_value.values:
                self.value(key, one, depth + 1)

    def field(self, holder: Any, name: str, key: str = "") -> None:
        """A text of a message; `key` is what it is called, where that says whether it is a secret."""
        text = getattr(holder, name)
        if not text:
            return
        cut = self._cut(key, text)
        if cut is not None:
            setattr(holder, name, cut)
            self.changed = True

    def _cut(self, key: str, text: str) -> str | None:
        asked = (key, text)
        if asked not in self._known:
            self._known[asked] = self._tried(key, text)
        return self._known[asked]

    def _tried(self, key: str, text: str) -> str | None:
        found = self._redaction.redacted_text(msgspec.json.encode({key: text}).decode())
        if found is None:
            return None
        # A rule of one's own may cut the key; its value stands all the same.
        return next((str(value) for value in msgspec.json.decode(found).values()), "")
