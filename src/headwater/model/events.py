"""An event as the log keeps it: its body as it came, its identity a hash of the content."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

import msgspec

from headwater.model.ids import NodeKind, digest, node_key
from headwater.model.naming import normal_namespace
from headwater.model.times import from_micros, to_micros

# A UUID of version 1 counts 100 ns ticks from 1582-10-15, the start of the Gregorian calendar.
GREGORIAN_OFFSET = 0x01B21DD213814000
# Longer than any eventType.
MAX_STATE = 20
canonical_encoder = msgspec.json.Encoder(order="sorted")


LINEAGE = "lineage"
"""The stream that an event belongs to unless its kind says otherwise."""


class EventKind(str):
    """Names the reader of an event's body (`facts/readers.py`). Open: a new kind of event is a new name.

    An event whose kind has no reader is kept, and waits in quarantine until there is one.
    """

    __slots__ = ()

    RUN: ClassVar["EventKind"]
    JOB: ClassVar["EventKind"]
    DATASET: ClassVar["EventKind"]
    STORED_ROWS: ClassVar["EventKind"]

    @property
    def stream(self) -> str:
        """Events of different streams are read apart, so that none waits for the other."""
        return STREAMS.get(self, LINEAGE)


EventKind.RUN = EventKind("run")
EventKind.JOB = EventKind("job")
EventKind.DATASET = EventKind("dataset")
EventKind.STORED_ROWS = EventKind("stored_rows")

STREAMS: dict[EventKind, str] = {EventKind.STORED_ROWS: "stored_rows"}
"""The stream of each kind of event that is not read with the lineage."""


@dataclass(frozen=True, slots=True)
class EventKeys:
    """What the log lists an event by. Digests, because names have no length limit and an index entry has."""

    namespace: str | None = None
    job: str | None = None
    producer: str | None = None
    state: str | None = None
    """The eventType of a run's event, in upper case."""


@dataclass(frozen=True, slots=True)
class Event:
    event_id: UUID
    kind: EventKind
    event_time: datetime
    run_id: UUID | None
    body: str
    keys: EventKeys = EventKeys()

    @property
    def size(self) -> int:
        return len(self.body)


class LogEntry(NamedTuple):
    """An event as it is read from the log: its id in hex, its time in microseconds since 1970."""

    position: int
    event_id: str
    at: int
    kind: str
    body: str


def event_keys(document: Mapping[str, Any]) -> EventKeys:
    """From an OpenLineage event; a part that is missing or no text has no key."""
    job, run = document.get("job"), document.get("run")
    about = job if isinstance(job, dict) else document.get("dataset")
    namespace, name = (about.get("namespace"), about.get("name")) if isinstance(about, dict) else (None, None)
    of_job = about is job and isinstance(namespace, str) and isinstance(name, str)
    producer = document.get("producer")
    return EventKeys(
        namespace=namespace_key(namespace) if isinstance(namespace, str) else None,
        job=node_key(NodeKind.JOB, namespace, name) if of_job else None,
        producer=digest(producer) if isinstance(producer, str) else None,
        state=_state(document.get("eventType")) if run is not None else None,
    )


def namespace_key(namespace: str) -> str:
    return digest(normal_namespace(namespace))


def _state(event_type: Any) -> str:
    return event_type.upper()[:MAX_STATE] if isinstance(event_type, str) else "OTHER"


def content_id(document: Any) -> UUID:
    """The same content gives the same id, however its keys are ordered or spaced.

    >>> content_id({"a": 1, "b": 2}) == content_id({"b": 2, "a": 1})
    True
    """
    encoded = canonical_encoder.encode(document)
    return UUID(bytes=hashlib.blake2b(encoded, digest_size=16).digest())


def time_uuid(event_time: datetime, event_id: UUID) -> UUID:
    """A version 1 UUID of the event's time; the 62 free bits come from its content, so none collide."""
    ticks = to_micros(event_time) * 10 + GREGORIAN_OFFSET
    low, middle, high = ticks & 0xFFFFFFFF, (ticks >> 32) & 0xFFFF, (ticks >> 48) & 0x0FFF
    rest = event_id.int & ((1 << 62) - 1)
    # `1 << 76` says version 1, and `0b10 << 62` that the layout is that of RFC 9562.
    value = (low << 96) | (middle << 80) | (1 << 76) | (high << 64) | (0b10 << 62) | rest
    return UUID(int=value)


def time_of(identifier: UUID) -> datetime:
    """The time that a version 1 UUID carries."""
    return from_micros((identifier.time - GREGORIAN_OFFSET) // 10)
