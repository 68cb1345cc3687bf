"""`telemetry_track`: each call of a function is a span, of OpenTelemetry's where the host has set it up."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any, Callable, TypeVar, cast, overload

from headwater_sdk.events import encode
from headwater_sdk.facets import error_text
from headwater_sdk.runs import CURRENT_RUN, state_after
from headwater_sdk.trace_context import CURRENT_SPAN, SpanContext, current_span, opentelemetry
from headwater_sdk.tracker import Tracker, default_tracker
from headwater_sdk.tracking import called, is_function
from headwater_sdk.wrapping import Scope, wrap

Function = TypeVar("Function", bound=Callable[..., Any])


class OwnSpan:
    """Sent to Headwater when it ends, in the shape of Data Lineage Hub's SDK."""

    def __init__(self, tracker: Tracker, name: str, attributes: Mapping[str, Any]) -> None:
        self._tracker, self._name, self._attributes = tracker, name, attributes
        self._parent, self._before = current_span(), CURRENT_SPAN.get()
        trace_id = self._parent.trace_id if self._parent else os.urandom(16).hex()
        self.context = SpanContext(trace_id, os.urandom(8).hex())
        self._at, self._began = time.time_ns(), time.perf_counter_ns()

    def resume(self) -> None:
        CURRENT_SPAN.set(self.context)

    def pause(self) -> None:
        CURRENT_SPAN.set(self._before)

    def end(self, error: BaseException | None = None) -> None:
        with self._tracker.harmless():
            failed = state_after(error) != "COMPLETE"
            status: dict[str, Any] = {"code": "ERROR" if failed else "OK"}
            if failed:
                status["message"] = error_text(error) if error else ""
            span = {
                "traceId": self.context.trace_id,
                "spanId": self.context.span_id,
                "operationName": self._name,
                "startTime": self._at // 1_000_000,
                "duration": (time.perf_counter_ns() - self._began) // 1_000,
                "tags": self._attributes,
                "status": status,
            }
            if self._parent:
                span["parentSpanId"] = self._parent.span_id
            self._tracker.emit("traces", encode(span))


class OpenTelemetrySpan:
    """A span of the host's own tracer provider, which sends it where the host's spans go."""

    def __init__(self, tracker: Tracker, trace: Any, span: Any) -> None:
        self._tracker, self._trace, self._span = tracker, trace, span
        self._using: Any = None

    def resume(self) -> None:
        with self._tracker.harmless():
            self._using = self._trace.use_span(
                self._span, record_exception=False, set_status_on_exception=False
            )
            self._using.__enter__()

    def pause(self) -> None:
        with self._tracker.harmless():
            self._using.__exit__(None, None, None)

    def end(self, error: BaseException | None = None) -> None:
        with self._tracker.harmless():
            if state_after(error) != "COMPLETE" and error is not None:
                self._span.set_status(self._trace.Status(self._trace.StatusCode.ERROR, error_text(error)))
                with self._tracker.harmless():
                    self._span.record_exception(error)
            self._span.end()


def open_span(
    name: str, service_name: str | None, namespace: str | None, tags: Mapping[str, Any]
) -> Scope | None:
    """A span that has begun; None if nothing is to be tracked, or it went wrong."""
    tracker = default_tracker()
    try:
        attributes = _attributes(tracker, service_name, namespace, tags)
        trace = opentelemetry()
        if trace is not None:
            span = trace.get_tracer("headwater_sdk").start_span(name, attributes=attributes)
            if span.is_recording():
                return OpenTelemetrySpan(tracker, trace, span)
        if not (tracker.settings.is_active and tracker.settings.enable_telemetry):
            return None
        return OwnSpan(tracker, name, attributes)
    except Exception as error:
        tracker.swallow(error)
        return None


def _attributes(
    tracker: Tracker, service_name: str | None, namespace: str | None, tags: Mapping[str, Any]
) -> dict[str, Any]:
    found = {
        **tags,
        "service.name": service_name or tracker.settings.service_name,
        "service.namespace": namespace or tracker.settings.namespace,
    }
    run = CURRENT_RUN.get()
    if run is not None:
        found["openlineage.run_id"] = run.run_id
        found["openlineage.job.namespace"], found["openlineage.job.name"] = run.job_namespace, run.job_name
    return found


@overload
def telemetry_track(span_name: Function) -> Function: ...
@overload
def telemetry_track(
    span_name: str | None = None,
    service_name: str | None = None,
    namespace: str | None = None,
    tags: Mapping[str, Any] | None = None,
) -> Callable[[Function], Function]: ...
def telemetry_track(
    span_name: str | Callable[..., Any] | None = None,
    service_name: str | None = None,
    namespace: str | None = None,
    tags: Mapping[str, Any] | None = None,
) -> Any:
    """Each call of the function is a span, which is called like the function if not named.

    Alone or together with `lineage_track`, in either order: span and run name each other.

    >>> @telemetry_track(service_name="loader")
    ... def load():
    ...     return "loaded"
    >>> load()
    'loaded'
    """
    if is_function(span_name):
        return telemetry_track()(cast(Callable[..., Any], span_name))

    def decorate(function: Function) -> Function:
        name = str(span_name or called(function))
        attributes = {**(tags or {}), "function.name": called(function)}
        return wrap(function, lambda: open_span(name, service_name, namespace, attributes))

    return decorate
