"""From a body on the wire to events of the log, and from what became of a batch to its reply."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from headwater.dialects.batches import place_of, places_of
from headwater.errors import BadInputError
from headwater.log.protocol import Appended
from headwater.model.events import Event
from headwater.model.openlineage import read_event

# Bounds the reply when most of a large batch is refused; the summary still counts every one.
MAX_REFUSALS = 1000


@dataclass(frozen=True, slots=True)
class BatchRefusal:
    """An event of a batch that can't be taken, by its place in the batch."""

    index: int
    reason: str


def to_domain(body: bytes | msgspec.Raw) -> Event:
    """One event as it came on the wire."""
    return read_event(body)


def split_batch(
    parts: list[bytes | msgspec.Raw], read: Callable[[bytes | msgspec.Raw], Event]
) -> tuple[list[Event], list[BatchRefusal]]:
    """Decode one event at a time: far cheaper than one large object, and each may fail alone.

    Of the refusals, only the first are given.
    """
    events: list[Event] = []
    refused: list[BatchRefusal] = []
    for index, part in enumerate(parts):
        try:
            events.append(read(part))
        except BadInputError as error:
            if len(refused) < MAX_REFUSALS:
                refused.append(BatchRefusal(index, str(error)))
    return events, refused


def batch_reply(
    received: int, successful: int, refused: list[BatchRefusal], taken: Appended | None
) -> dict[str, Any]:
    """The specification's answer to a batch; what can't be read now can't be read on a retry either."""
    failed = received - successful
    return {
        "status": "partial_success" if refused else "success",
        "summary": {
            "received": received,
            "successful": successful,
            # Unknown, and null, of what goes through Kafka.
            "duplicates": taken.duplicates if taken else 0,
            "failed": failed,
            "retriable": 0,
            "non_retriable": failed,
        },
        "failed_events": [
            {"index": event.index, "reason": event.reason, "retriable": False} for event in refused
        ],
        "position": taken.position if taken else None,
        "wait_for_event_ids": [],
        **places_of(taken),
    }


def event_reply(event: Event, taken: Appended | None) -> dict[str, Any]:
    """`position` is null of an event that goes through Kafka; where it stands there is said instead."""
    place = place_of(taken.places[0]) if taken and taken.places else {}
    return {"event_id": str(event.event_id), "position": taken and taken.position, **place}
