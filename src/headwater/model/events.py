"""An event as the log keeps it: its body as it came, its identity a hash of the content."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

import msgspec

from headwater.model.ids import NodeKind, dbt_job_name, digest, name_problem, node_key, normal_namespace
from headwater.model.teams import named_team
from headwater.model.times import from_micros, to_micros

# A UUID of version 1 counts 100 ns ticks from 1582-10-15, the start of the Gregorian calendar.
GREGORIAN_OFFSET = 0x01B21DD213814000
EVENT_TYPES = frozenset({"START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"})
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
    QUERY: ClassVar["EventKind"]
    SIGNAL: ClassVar["EventKind"]
    ASSERTION: ClassVar["EventKind"]
    ACKNOWLEDGEMENT: ClassVar["EventKind"]
    RESPONSE: ClassVar["EventKind"]
    NAMESPACE_JOIN: ClassVar["EventKind"]
    STORED_ROWS: ClassVar["EventKind"]
    KAFKA_RECORD: ClassVar["EventKind"]

    @property
    def stream(self) -> str:
        """Events of different streams are read apart, so that none waits for the other."""
        return STREAMS.get(self, LINEAGE)


EventKind.RUN = EventKind("run")
EventKind.JOB = EventKind("job")
EventKind.DATASET = EventKind("dataset")
EventKind.QUERY = EventKind("query")
EventKind.SIGNAL = EventKind("signal")
EventKind.ASSERTION = EventKind("assertion")
EventKind.ACKNOWLEDGEMENT = EventKind("acknowledgement")
EventKind.RESPONSE = EventKind("response")
EventKind.NAMESPACE_JOIN = EventKind("namespace_join")
EventKind.STORED_ROWS = EventKind("stored_rows")
EventKind.KAFKA_RECORD = EventKind("kafka_record")

STREAMS: dict[EventKind, str] = {EventKind.STORED_ROWS: "stored_rows"}
"""The stream of each kind of event that is not read with the lineage."""


def openlineage_kind(*, run: bool, job: bool, dataset: bool, of_a_run: bool) -> EventKind | None:
    """What an OpenLineage event is about, by the parts that it has; None if by nothing that we know.

    The event of a run has a job as well, so what only a run has is looked for first.
    """
    if run or (job and of_a_run):
        return EventKind.RUN
    if dataset:
        return EventKind.DATASET
    return EventKind.JOB if job else None


def is_of_a_run(event_type: Any, schema_url: Any) -> bool:
    """Whether an event says that it is of a run, also where the run itself is missing.

    A schemaURL alone proves nothing where there is a run, as producers send any; but lineage is not declared
    for good by an event that calls itself the event of a run.
    """
    return event_type is not None or (isinstance(schema_url, str) and schema_url.endswith("/RunEvent"))


def document_kind(document: Mapping[str, Any]) -> EventKind | None:
    run, job, dataset = (document.get(part) is not None for part in ("run", "job", "dataset"))
    of_a_run = is_of_a_run(document.get("eventType"), document.get("schemaURL"))
    return openlineage_kind(run=run, job=job, dataset=dataset, of_a_run=of_a_run)


@dataclass(frozen=True, slots=True)
class EventKeys:
    """What the log lists an event by. Digests, because names have no length limit and an index entry has."""

    namespace: str | None = None
    job: str | None = None
    producer: str | None = None
    state: str | None = None
    """The eventType of a run's event, in upper case."""
    team: str | None = None
    """Of the team that it names."""
    team_name: str | None = None
    """As it stands in the event, like the next: to find out whose it is. Not kept."""
    namespace_name: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    event_id: UUID
    kind: EventKind
    event_time: datetime
    run_id: UUID | None
    body: str
    keys: EventKeys = EventKeys()
    over_quota: bool = False
    """Whether its team had sent its day's quota before it."""

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
    claimed: int | None = None
    """The time that the event gives, if that lies so far ahead that `at` is when it was received."""
    set_aside: str | None = None
    """Who set it aside and why: then nothing is read from it."""


def event_keys(document: Mapping[str, Any]) -> EventKeys:
    """From an OpenLineage event; a part that is missing or no name has no key."""
    job = document.get("job")
    about = job if isinstance(job, dict) else document.get("dataset")
    namespace, name = (about.get("namespace"), about.get("name")) if isinstance(about, dict) else (None, None)
    is_named = name_problem(namespace) is None and name_problem(name) is None
    producer, team = document.get("producer"), named_team(document)
    return EventKeys(
        namespace=namespace_key(namespace) if isinstance(namespace, str) and is_named else None,
        job=_job_key(str(namespace), str(name), job) if about is job and is_named else None,
        producer=digest(producer) if isinstance(producer, str) else None,
        state=state_of(document.get("eventType")) if document_kind(document) is EventKind.RUN else None,
        team=digest(team) if team is not None else None,
        team_name=team,
        namespace_name=normal_namespace(namespace) if isinstance(namespace, str) and is_named else None,
    )


def _job_key(namespace: str, name: str, job: Any) -> str:
    """Of the name by which the reader of the event knows the job."""
    facets = job.get("facets")
    node = facets.get("dbt_node") if isinstance(facets, dict) else None
    return node_key(NodeKind.JOB, namespace, dbt_job_name(name, node) if node else name)


def namespace_key(namespace: str) -> str:
    return digest(normal_namespace(namespace))


def state_of(event_type: Any) -> str:
    """What an eventType says of the state of a run; nothing, if it is none of the known ones.

    >>> state_of("complete"), state_of("DONE"), state_of(None)
    ('COMPLETE', 'OTHER', 'OTHER')
    """
    state = event_type.upper() if isinstance(event_type, str) else "OTHER"
    return state if state in EVENT_TYPES else "OTHER"


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
