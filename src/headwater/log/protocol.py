"""What every event log promises."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar
from uuid import UUID

from headwater.model.events import Event


class EventPlace(NamedTuple):
    """Where in Kafka an event stands, on its way to the log."""

    event_id: UUID
    topic: str
    partition: int
    offset: int


class Appended(NamedTuple):
    """Each of the events stands at or before `position`; `duplicates` of them were there before.

    Neither is known yet of events that go through Kafka: `places` says where these are.
    """

    position: int | None
    duplicates: int | None
    places: tuple[EventPlace, ...] = ()


def last_of_each_partition(places: Sequence[EventPlace]) -> list[UUID]:
    """The events to wait for: a partition is read in order, so the last of each stands for all before it."""
    last: dict[tuple[str, int], EventPlace] = {}
    for place in places:
        known = last.get((place.topic, place.partition))
        if known is None or known.offset < place.offset:
            last[place.topic, place.partition] = place
    return [place.event_id for place in last.values()]


class Appendable(Protocol):
    """What a log can take: it has an identity and a size in bytes."""

    @property
    def event_id(self) -> UUID: ...

    @property
    def size(self) -> int: ...


Item = TypeVar("Item", bound=Appendable)


class EventLog(Protocol):
    """Append-only and ordered: positions grow in the order in which events become readable."""

    async def append(self, events: Sequence[Event]) -> Appended:
        """Return once all are durable."""
        ...
