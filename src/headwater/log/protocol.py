"""What every event log promises."""

from collections.abc import Sequence
from typing import Protocol

from headwater.model.events import Event


class EventLog(Protocol):
    """Append-only and ordered: positions grow in the order in which events become readable."""

    async def append(self, events: Sequence[Event]) -> int:
        """Return, once all are durable, a position at or before which each of them stands."""
        ...
