"""The calls that take signals and test results: one, or a batch as an array or as lines."""

import asyncio
from functools import partial

import msgspec

from headwater.dialects import batches
from headwater.dialects.batches import DocumentBatch
from headwater.dialects.contract import Headers, HotHandler, HotRoute, OpenReading, Reply
from headwater.dialects.reports import translate, wire
from headwater.dialects.reports.translate import NamedEntities
from headwater.model.reports import ASSERTION, SIGNAL, ReportedEntity, ReportKind
from headwater.questions import resolve
from headwater.questions.operations.ingest import Ingest
from headwater.store.queries.rows import Connection


def hot_routes(ingest: Ingest, open_reading: OpenReading) -> tuple[HotRoute, ...]:
    signals = _handler(ingest, open_reading, SIGNAL)
    assertions = _handler(ingest, open_reading, ASSERTION)
    return (
        HotRoute(wire.SIGNALS, signals, wire.signals_operation()),
        HotRoute(wire.ASSERTIONS, assertions, wire.assertions_operation()),
    )


def _handler(ingest: Ingest, open_reading: OpenReading, kind: ReportKind) -> HotHandler:
    def read(body: bytes, content_type: str) -> DocumentBatch:
        with open_reading() as reading:
            entities = NamedEntities(partial(_entity, reading.connection, kind), kind)
            to_domain = partial(translate.to_domain, kind=kind, entities=entities)
            read = ingest.counted(lambda part: ingest.redacted(to_domain(part)))
            return batches.read_body(body, content_type, read)

    async def take(headers: Headers, body: bytes) -> Reply:
        # In a thread: names are looked up in the store.
        batch = await asyncio.to_thread(read, body, headers.get("content-type", ""))
        reply = msgspec.json.encode(batches.reply(batch, await ingest.take(batch.events)))
        return Reply(200, reply, {"content-type": "application/json"})

    return take


def _entity(connection: Connection, kind: ReportKind, name: str) -> ReportedEntity:
    kinds = resolve.DATASET if kind is ASSERTION else resolve.ANY
    found = resolve.target(connection, name, kinds=kinds, field="entity")
    node = found.node
    return ReportedEntity(node.kind, node.namespace, node.name, found.column.field if found.column else None)
