"""The log, event by event, as they came."""

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from headwater.answers.operations import StoredEvent, StoredEventPage
from headwater.errors import EventNotFoundError
from headwater.model.events import namespace_key
from headwater.model.ids import digest, run_uuid
from headwater.questions import resolve
from headwater.questions.operations.runs import JobName
from headwater.questions.parameters import Cursor, Limit, Moment, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import event_owner
from headwater.store.queries import events, nodes
from headwater.store.queries.events import EventFilter, EventRow
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.rows import Connection

EventId = Annotated[
    UUID,
    Parameter("As answers give it as evidence.", examples=("0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",)),
]
EventNamespace = Annotated[
    str | None,
    Parameter("Filter by namespace of the job, or dataset, of the event.", examples=("shopflow_airflow",)),
]
OfRun = Annotated[
    str | None,
    Parameter("Filter by the run's id.", examples=("0196503f-6f20-7c11-8d21-2c7a1de0a001",), min_length=1),
]
EventType = Annotated[
    Literal[
        "run",
        "job",
        "dataset",
        "query",
        "signal",
        "assertion",
        "acknowledgement",
        "response",
        "namespace_join",
    ]
    | None,
    Parameter("Filter by what the event is about."),
]
EventState = Annotated[
    str | None,
    Parameter(
        "Filter by eventType: START, RUNNING, COMPLETE, FAIL, ABORT or OTHER. Case-insensitive.",
        examples=("FAIL",),
        pattern="(?i)^(START|RUNNING|COMPLETE|FAIL|ABORT|OTHER)$",
    ),
]
Producer = Annotated[
    str | None, Parameter("Filter by producer, as it was sent.", examples=("https://airflow.apache.org",))
]
OverQuota = Annotated[
    bool | None, Parameter("Filter by whether the team had sent its quota of the day before the event.")
]
Since = Annotated[Moment | None, Parameter("Event time at or after.", examples=("2026-04-20T00:00:00Z",))]
Until = Annotated[Moment | None, Parameter("Event time before.", examples=("2026-04-21T00:00:00Z",))]


@question("/events", topic="events", lists=("items",))
def list_events(
    reading: Reading,
    namespace: EventNamespace = None,
    job: JobName = None,
    run: OfRun = None,
    type: EventType = None,
    state: EventState = None,
    producer: Producer = None,
    since: Since = None,
    until: Until = None,
    team: OfTeam = None,
    over_quota: OverQuota = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> StoredEventPage:
    """Events as they came, newest first by event time; readable at once. Large events make a page shorter."""
    wanted = EventFilter(
        namespace_key=namespace_key(namespace) if namespace else None,
        job_keys=_job_keys(reading.connection, job) if job else None,
        # By digest, as a producer may be longer than an entry of an index can be.
        producer_key=digest(producer) if producer else None,
        run_id=run_uuid(run) if run else None,
        kind=type,
        state=state.upper() if state else None,
        since=since,
        until=until,
        over_quota=over_quota,
        **event_owner(reading.connection, team),
    )
    page = events.listed(reading.connection, wanted, limit, cursor)
    return StoredEventPage(tuple(_stored(row) for row in page.items), page.total, page.next_cursor)


@question("/events/{event_id}", topic="events")
def event(reading: Reading, event_id: EventId) -> StoredEvent:
    """One event as it came, by the id that answers give as evidence; readable at once."""
    found = events.find(reading.connection, event_id)
    if found is None:
        raise EventNotFoundError(str(event_id))
    return _stored(found)


def _job_keys(connection: Connection, job: str) -> list[str]:
    node = resolve.entity(connection, job, resolve.JOB, field="job")
    # Under all its names: each event is listed by the one that its producer sent.
    return [key.hex for key in nodes.keys(connection, nodes.members(connection, node.id))]


class _Head(msgspec.Struct):
    """What a list shows of an event beside its body."""

    producer: Any = None
    job: Any = None


def _stored(row: EventRow) -> StoredEvent:
    body = row.body.encode()
    head = _head(body)
    return StoredEvent(
        event_id=row.event_id,
        position=row.position,
        kind=row.kind,
        state=row.state,
        job=_job_name(head.job),
        producer=head.producer if isinstance(head.producer, str) else None,
        event_time=row.event_time,
        claimed_time=row.claimed_time,
        received_at=row.received_at,
        run_id=row.run_id,
        # Byte for byte: numbers and spaces go out as they came in.
        event=msgspec.Raw(body),
    )


def _head(body: bytes) -> _Head:
    try:
        return msgspec.json.decode(body, type=_Head)
    except (msgspec.DecodeError, RecursionError):
        # One event must not fail the whole list: what can't be read is shown as it came, without these two.
        return _Head()


def _job_name(job: Any) -> str | None:
    return f"{job.get('namespace')}/{job.get('name')}" if isinstance(job, dict) else None
