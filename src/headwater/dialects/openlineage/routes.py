"""The calls that take events. Both are hot: the front door hands them bytes, and no model is built."""

import asyncio
from typing import Any

import msgspec

from headwater.dialects.contract import Headers, HotRoute, Reply
from headwater.dialects.openlineage import translate, wire
from headwater.model.events import Event
from headwater.questions.operations.ingest import Ingest

# Also where clients of DataHub and OpenMetadata send theirs, so that re-pointing a host is enough.
PATHS = ("/api/v1/lineage", "/api/v1/openlineage/lineage", "/openapi/openlineage/api/v1/lineage")
# Larger bodies are decoded in a thread: other requests must not wait for them.
LARGE_BODY = 512 * 1024


def hot_routes(ingest: Ingest) -> tuple[HotRoute, ...]:
    read = ingest.counted(lambda part: ingest.prepare(translate.to_domain(part)))

    async def take_event(_headers: Headers, body: bytes) -> Reply:
        event = await asyncio.to_thread(read, body) if len(body) > LARGE_BODY else read(body)
        taken = await ingest.take([event])
        return _json(201, translate.event_reply(event, taken))

    async def take_batch(headers: Headers, body: bytes) -> Reply:
        def read_all() -> tuple[int, list[Event], list[translate.BatchRefusal]]:
            parts = wire.batch_parts(body, headers.get("content-type", ""))
            return len(parts), *translate.split_batch(parts, read)

        received, events, refused = await asyncio.to_thread(read_all)
        taken = await ingest.take(events)
        return _json(200, translate.batch_reply(received, len(events), refused, taken))

    first, *others = PATHS
    return (
        HotRoute(first, take_event, wire.event_operation(), tuple(others)),
        HotRoute(
            f"{first}/batch", take_batch, wire.batch_operation(), tuple(f"{path}/batch" for path in others)
        ),
    )


def _json(status: int, reply: Any) -> Reply:
    return Reply(status, msgspec.json.encode(reply), {"content-type": "application/json"})
