"""Taking events in: durable in the log before it is acknowledged."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.log.protocol import EventLog
from headwater.model.events import Event


@dataclass(frozen=True, slots=True)
class Ingest:
    log: EventLog

    async def take(self, events: Sequence[Event]) -> int | None:
        """The position at or before which all of them stand; None when there was nothing to take."""
        return await self.log.append(events) if events else None
