"""The three calls. All are hot: exporters send every few seconds, whatever else is asked here."""

import asyncio

from headwater.dialects.contract import Headers, HotHandler, HotRoute, Reply
from headwater.dialects.otlp import translate, wire
from headwater.model.telemetry import TelemetryKind
from headwater.questions.operations.telemetry_ingest import TelemetryIngest

# Larger bodies are parsed in a thread: other requests must not wait for them.
LARGE_BODY = 16 * 1024


def hot_routes(ingest: TelemetryIngest) -> tuple[HotRoute, ...]:
    return tuple(
        HotRoute(path, _handler(ingest, kind), wire.operation(kind)) for path, kind in wire.KINDS.items()
    )


def _handler(ingest: TelemetryIngest, kind: TelemetryKind) -> HotHandler:
    async def take(headers: Headers, body: bytes) -> Reply:
        content_type = headers.get("content-type", "")
        encoding = translate.encoding_of(content_type)
        arguments = (kind, content_type, body, ingest)
        received = (
            await asyncio.to_thread(translate.to_domain, *arguments)
            if len(body) > LARGE_BODY
            else translate.to_domain(*arguments)
        )
        if received.request is not None:
            await ingest.take(received.request, received.items)
        return wire.accepted(kind, encoding, received.rejected, received.message)

    return take
