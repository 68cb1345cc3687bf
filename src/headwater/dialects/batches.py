"""Batches of documents over HTTP: one, an array or lines; each taken or refused by itself, and the reply."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from headwater.errors import AmbiguousNameError, BadInputError, EntityNotFoundError, HeadwaterError
from headwater.log.protocol import Appended, EventPlace, last_of_each_partition
from headwater.model.events import Event
from headwater.model.json_elements import array_parts, line_parts

NDJSON = ("application/x-ndjson", "application/jsonl", "application/x-jsonlines")
# Bounds the reply when most of a large batch is refused; the summary still counts every one.
MAX_REFUSALS = 1000
# Of a batch that went through Kafka; `summary` still counts every event.
MAX_PLACES = 1000

Read = Callable[[bytes | msgspec.Raw], Event]
REFUSED = (BadInputError, EntityNotFoundError, AmbiguousNameError)


@dataclass(frozen=True, slots=True)
class RefusedDocument:
    """A document of a batch that can't be taken, by its place in the batch."""

    index: int
    field: str
    reason: str


@dataclass(frozen=True, slots=True)
class DocumentBatch:
    received: int
    events: Sequence[Event]
    refused: Sequence[RefusedDocument]
    """The first of them."""


def read_body(body: bytes, content_type: str, read: Read) -> DocumentBatch:
    """The events of a body. One document that can't be used is an error; in a batch it is refused."""
    lines = content_type.partition(";")[0].strip().lower() in NDJSON
    if not lines and body.lstrip()[:1] == b"{":
        return DocumentBatch(1, [read(body)], [])
    return _read_parts(line_parts(body) if lines else array_parts(body), read)


def _read_parts(parts: Sequence[bytes | msgspec.Raw], read: Read) -> DocumentBatch:
    events: list[Event] = []
    refused: list[RefusedDocument] = []
    for index, part in enumerate(parts):
        try:
            events.append(read(part))
        except REFUSED as error:
            if len(refused) < MAX_REFUSALS:
                refused.append(RefusedDocument(index, getattr(error, "field", "entity"), _reason(error)))
    return DocumentBatch(len(parts), events, refused)


def _reason(error: HeadwaterError) -> str:
    near = getattr(error, "nearest", ()) or getattr(error, "candidates", ())
    return f"{error}; did you mean {', '.join(near)}?" if near else str(error)


def reply(batch: DocumentBatch, taken: Appended | None) -> dict[str, Any]:
    """As a batch of OpenLineage events is answered, with the field of each fault beside its reason."""
    failed = batch.received - len(batch.events)
    return {
        "status": "partial_success" if failed else "success",
        "summary": {
            "received": batch.received,
            "successful": len(batch.events),
            "duplicates": taken.duplicates if taken else 0,
            "failed": failed,
            "retriable": 0,
            "non_retriable": failed,
        },
        "failed_events": [
            {"index": one.index, "field": one.field, "reason": one.reason, "retriable": False}
            for one in batch.refused
        ],
        "position": taken.position if taken else None,
        # Only what goes through Kafka has to be waited for by id.
        "wait_for_event_ids": [],
    }


def place_of(place: EventPlace) -> dict[str, Any]:
    """Where in Kafka an event stands, as replies say it."""
    return {"topic": place.topic, "partition": place.partition, "offset": place.offset}


def places_of(taken: Appended | None) -> dict[str, Any]:
    """What a reply says of a batch that went through Kafka: where the first of its events stand, and which
    to wait for to see them all. Nothing for others: `position` says it."""
    if taken is None or not taken.places:
        return {}
    shown = taken.places[:MAX_PLACES]
    return {
        "records": [{"event_id": str(place.event_id), **place_of(place)} for place in shown],
        "wait_for_event_ids": list(map(str, last_of_each_partition(taken.places))),
    }


def operation(
    topic: str, name: str, summary: str, description: str, example: Mapping[str, Any], refusal: str
) -> dict[str, Any]:
    """The call as OpenAPI describes it; `refusal` is the field that the empty object of the example lacks."""
    sent = {"schema": {"type": "array"}, "example": [example, {}]}
    counts = {"received": 2, "successful": 1, "duplicates": 0, "failed": 1, "retriable": 0}
    taken = {
        "status": "partial_success",
        "summary": counts | {"non_retriable": 1},
        "failed_events": [
            {"index": 1, "field": refusal, "reason": f"{refusal}: required", "retriable": False}
        ],
        "position": 4711,
        "wait_for_event_ids": [],
    }
    answer = {"schema": {"type": "object"}, "example": taken}
    return {
        "tags": [topic],
        "summary": summary,
        "description": description.strip(),
        "operationId": name,
        "requestBody": {"required": True, "content": {"application/json": sent}},
        "responses": {"200": {"description": "Durable.", "content": {"application/json": answer}}},
    }
