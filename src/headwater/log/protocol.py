"""What every event log promises."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar
from uuid import UUID

from headwater.model.events import Event


class Appended(NamedTuple):
    """Each of the events stands at or before `position`; `duplicates` of them were there before."""

    position: int
    duplicates: int


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
