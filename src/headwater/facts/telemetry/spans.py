"""Spans as rows."""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span

from headwater.facts.telemetry.checks import ids_problem, times_problem
from headwater.facts.telemetry.context import CONTEXT_NAMES, TelemetryContext, read_context
from headwater.facts.telemetry.rows import SpanRow
from headwater.facts.telemetry.sketch import bin_of
from headwater.facts.telemetry.values import AttributeBudget, Attributes, encoder
from headwater.model.ids import digest

MAX_NAME = 512
MAX_NESTED = 128
KINDS = ("unspecified", "internal", "server", "client", "producer", "consumer")
STATUSES = ("unset", "ok", "error")
SPAN_METRIC = "span.duration"
"""The name under which durations of spans are asked for, beside the metrics that producers send."""


@dataclass(frozen=True, slots=True)
class ResourceAndScope:
    """What the spans of one resource and scope share."""

    resource: Attributes
    resource_json: str
    scope: str | None
    team: str | None
    _contexts: dict[tuple[Any, ...], TelemetryContext] = field(default_factory=dict)

    def context(self, own: Attributes) -> TelemetryContext:
        """What an item with these attributes belongs to; most of one resource say the same, or nothing."""
        known = tuple((name, own[name]) for name in sorted(own.keys() & CONTEXT_NAMES))
        try:
            found = self._contexts.get(known)
        except TypeError:  # a list or an object, which nobody's name is
            return read_context(own, self.resource, self.team)
        if found is None:
            found = self._contexts[known] = read_context(dict(known), self.resource, self.team)
        return found


def span_problem(span: Span, received_ns: int) -> str | None:
    return ids_problem(span.trace_id, span.span_id, span.parent_span_id) or times_problem(
        span.start_time_unix_nano, span.end_time_unix_nano, received_ns
    )


def read_source(sent: ResourceSpans, scope: Any, team: str | None) -> ResourceAndScope:
    budget = AttributeBudget()
    resource = budget.attributes(sent.resource.attributes)
    name = budget.text(scope.scope.name, MAX_NAME) or None
    return ResourceAndScope(resource, budget.json(resource), name, team)


def read_span(span: Span, source: ResourceAndScope) -> SpanRow:
    """Of a span that `span_problem` has nothing against."""
    budget = AttributeBudget()
    attributes = budget.attributes(span.attributes)
    dropped = span.dropped_attributes_count + span.dropped_events_count + span.dropped_links_count
    events = [
        {
            "name": budget.text(one.name, MAX_NAME),
            "at_ns": one.time_unix_nano,
            "attributes": budget.attributes(one.attributes),
        }
        for one in (span.events[:MAX_NESTED] if span.events else ())
    ]
    links = [
        {
            "trace_id": one.trace_id.hex(),
            "span_id": one.span_id.hex(),
            "attributes": budget.attributes(one.attributes),
        }
        for one in (span.links[:MAX_NESTED] if span.links else ())
    ]
    budget.cut += max(len(span.events) - MAX_NESTED, 0) + max(len(span.links) - MAX_NESTED, 0)
    return span_row(
        source,
        budget,
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_span_id=span.parent_span_id.hex() or None,
        name=budget.text(span.name, MAX_NAME),
        kind=KINDS[span.kind] if 0 <= span.kind < len(KINDS) else KINDS[0],
        start_ns=span.start_time_unix_nano,
        duration_ns=span.end_time_unix_nano - span.start_time_unix_nano,
        status=STATUSES[span.status.code] if 0 <= span.status.code < len(STATUSES) else STATUSES[0],
        status_message=budget.text(span.status.message) or None,
        attributes=attributes,
        events=events,
        links=links,
        dropped=dropped,
    )


def span_row(
    source: ResourceAndScope,
    budget: AttributeBudget,
    *,
    attributes: Attributes,
    events: list[dict[str, Any]],
    links: list[dict[str, Any]],
    dropped: int,
    **plain: Any,
) -> SpanRow:
    """A row from what a dialect has read, with all that follows from it."""
    context = source.context(attributes)
    row = SpanRow(
        **plain,
        service=context.service,
        team=context.team,
        job=context.job,
        run_id=context.run_id,
        airflow_key=context.airflow_key,
        attributes=budget.json(attributes),
        resource=source.resource_json,
        scope=source.scope,
        events=encoder.encode(events).decode() if events else "[]",
        links=encoder.encode(links).decode() if links else "[]",
        cut=min(budget.cut + dropped, 2**31 - 1),
        series=_series(plain["name"], context.service, context.team, context.job),
        bin=bin_of(plain["duration_ns"] / 1e9),
        content="",
    )
    content = hashlib.md5(msgspec.msgpack.encode(row), usedforsecurity=False).hexdigest()
    return SpanRow._make((*row[:-1], content))


@lru_cache(maxsize=65_536)
def _series(name: str, service: str, team: str, job: str) -> str:
    return digest(SPAN_METRIC, name, service, team, job)
