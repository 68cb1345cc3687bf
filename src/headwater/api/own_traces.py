"""Headwater's own traces: a span for each request, sent by OTLP to where a setting says.

The exporter of OpenTelemetry sends, in batches and in a thread of its own; what it can't send it drops.
"""

from typing import Any

from headwater import __version__
from headwater.api.front_door import App, Message, Receive, Scope, Send
from headwater.errors import SetupError
from headwater.model.request_context import trace_id

# Telemetry that comes in: a span for each would feed itself where traces are sent to Headwater.
NOT_TRACED = (
    "/v1/traces",
    "/v1/metrics",
    "/v1/logs",
    "/api/v1/telemetry/ingest",
    "/healthz",
    "/readyz",
    "/metrics",
)
FAILURE = 500
HINT = "install headwater[otlp], or unset HEADWATER_OTLP_ENDPOINT"


class OwnTraces:
    def __init__(self, provider: Any) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("headwater", __version__)

    async def trace(
        self, app: App, scope: Scope, receive: Receive, send: Send, parent: str, request: str
    ) -> None:
        """Answer the request within a span of its own, a child of the caller's if it named one."""
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind, StatusCode

        if scope["path"].endswith(NOT_TRACED):
            await app(scope, receive, send)
            return
        context = extract({"traceparent": parent}) if parent else None
        with self._tracer.start_as_current_span(
            f"{scope['method']} {scope['path'].split('/')[1] or '/'}", context, kind=SpanKind.SERVER
        ) as span:
            trace_id.set(format(span.get_span_context().trace_id, "032x"))
            span.set_attribute("http.request.method", scope["method"])
            span.set_attribute("url.path", scope["path"])
            span.set_attribute("headwater.request_id", request)

            async def send_and_note(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= FAILURE:
                        span.set_status(StatusCode.ERROR)
                await send(message)

            await app(scope, receive, send_and_note)

    def stop(self) -> None:
        """Send what is left."""
        self._provider.shutdown()


def build_traces(endpoint: str | None) -> OwnTraces | None:
    """None where nothing is to be traced."""
    if endpoint is None:
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise SetupError(
            "HEADWATER_OTLP_ENDPOINT is set, and opentelemetry-sdk is not installed", HINT
        ) from error
    resource = Resource.create({"service.name": "headwater", "service.version": __version__})
    provider = TracerProvider(resource=resource)
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return OwnTraces(provider)
