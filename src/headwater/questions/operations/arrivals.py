"""What arrived: how much over time and from whom, and what one event states."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

import msgspec

from headwater.answers.arrivals import EventActivity, EventFacts, EventGroup
from headwater.answers.operations import Quarantined
from headwater.errors import BadParameterError, EventNotFoundError
from headwater.facts.readers import read_event
from headwater.log.reader import read_chosen
from headwater.model.events import LogEntry
from headwater.model.times import from_micros
from headwater.questions.operations.events import EventId
from headwater.questions.parameters import Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import event_activity
from headwater.store.queries.event_activity import MAX_COUNTED, ProducerSample

DAY, LONGEST = timedelta(days=1), timedelta(days=90)
BUCKETS = 48
# Buckets of these lengths have beginnings that people can read.
STEPS = (60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800)
SET_ASIDE = "quarantine"

Since = Annotated[
    Moment | None,
    Parameter("Event time at or after. Default a day before `until`.", examples=("2026-04-19T00:00:00Z",)),
]
Until = Annotated[
    Moment | None,
    Parameter("Event time at or before. Default the newest event.", examples=("2026-04-20T00:00:00Z",)),
]


@question("/events/activity", topic="events")
def event_counts(reading: Reading, since: Since = None, until: Until = None) -> EventActivity:
    """How many events there were over time, by kind and by producer."""
    connection = reading.connection
    end = until or event_activity.newest(connection)
    if end is None:
        return EventActivity(None, None, 0, 0, False, (), (), ())
    begin = since or end - DAY
    if not timedelta(0) <= end - begin <= LONGEST:
        raise BadParameterError("since", f"must lie within {LONGEST.days} days before `until`")
    seconds = _step((end - begin).total_seconds())
    start = _rounded(begin, seconds)
    kinds = event_activity.kinds(connection, since=start, until=end)
    events = sum(kind.events for kind in kinds)
    return EventActivity(
        since=start,
        until=end,
        bucket_seconds=seconds,
        events=events,
        cut=events == MAX_COUNTED,
        buckets=event_activity.buckets(connection, start, end, seconds),
        kinds=kinds,
        producers=tuple(map(_producer, event_activity.producers(connection, since=start, until=end))),
    )


@question("/events/{event_id}/facts", topic="events")
def event_facts(reading: Reading, event_id: EventId) -> EventFacts:
    """What one event states by today's rules, counted by kind, and which parts of it can't be read."""
    entry = next(iter(read_chosen(reading.connection, [str(event_id)])), None)
    if entry is None:
        raise EventNotFoundError(str(event_id))
    facts, aside = read_again(entry)
    return EventFacts(event_id, dict(facts), aside)


def read_again(entry: LogEntry) -> tuple[Counter[str], tuple[Quarantined, ...]]:
    """How many facts of each kind an event states now, and what of it would be set aside."""
    facts = read_event(entry)
    aside = tuple(
        Quarantined(
            event_id=UUID(entry.event_id),
            part=fact.name or "",
            position=entry.position,
            at=from_micros(entry.at),
            reason=str(fact.value),
        )
        for fact in facts
        if fact.kind == SET_ASIDE
    )
    return Counter(fact.kind for fact in facts if fact.kind != SET_ASIDE), aside


def _step(seconds: float) -> int:
    return next((step for step in STEPS if seconds / step <= BUCKETS), STEPS[-1])


def _rounded(moment: datetime, seconds: int) -> datetime:
    begin = int(moment.timestamp()) // seconds * seconds
    return datetime.fromtimestamp(begin, moment.tzinfo)


class _Producer(msgspec.Struct):
    producer: str = ""


def _producer(sample: ProducerSample) -> EventGroup:
    try:
        name = msgspec.json.decode(sample.body.encode(), type=_Producer).producer
    except (msgspec.DecodeError, RecursionError):
        name = ""
    return EventGroup(name, sample.events)
