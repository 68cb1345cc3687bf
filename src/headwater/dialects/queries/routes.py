"""The call that takes queries: one, or a batch as an array or as lines."""

import asyncio

import msgspec

from headwater.dialects import batches
from headwater.dialects.contract import Headers, HotRoute, Reply
from headwater.dialects.queries import translate, wire
from headwater.questions.operations.ingest import Ingest


def hot_routes(ingest: Ingest, keep_literals: bool) -> tuple[HotRoute, ...]:
    read = ingest.counted(
        lambda part: ingest.redacted(translate.to_domain(part, keep_literals=keep_literals))
    )

    async def take_queries(headers: Headers, body: bytes) -> Reply:
        # In a thread: literals are found by splitting every text into tokens.
        batch = await asyncio.to_thread(batches.read_body, body, headers.get("content-type", ""), read)
        reply = msgspec.json.encode(batches.reply(batch, await ingest.take(batch.events)))
        return Reply(200, reply, {"content-type": "application/json"})

    return (HotRoute(wire.PATH, take_queries, wire.operation()),)
