"""In which span we are: one of ours, or one of OpenTelemetry where the host uses it."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from typing import Any, NamedTuple


class SpanContext(NamedTuple):
    """Identifiers in hexadecimal, as W3C writes them."""

    trace_id: str
    span_id: str

    @property
    def traceparent(self) -> str:
        return f"00-{self.trace_id}-{self.span_id}-01"


CURRENT_SPAN: ContextVar[SpanContext | None] = ContextVar("headwater_sdk_span", default=None)


def opentelemetry() -> Any:
    """OpenTelemetry's `trace`, if the host has imported it; it is not imported for its own sake."""
    return sys.modules.get("opentelemetry.trace")


def current_span() -> SpanContext | None:
    trace = opentelemetry()
    if trace is not None:
        found = trace.get_current_span().get_span_context()
        if found.is_valid:
            return SpanContext(format(found.trace_id, "032x"), format(found.span_id, "016x"))
    return CURRENT_SPAN.get()


def current_traceparent() -> str | None:
    span = current_span()
    return span.traceparent if span else None
