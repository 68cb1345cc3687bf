"""Taking events in: durable in the log before it is acknowledged."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.log.protocol import Appended, EventLog
from headwater.model.events import Event
from headwater.questions.operations.event_redaction import EventRedaction
from headwater.questions.operations.facet_sql import with_masked_sql


@dataclass(frozen=True, slots=True)
class Ingest:
    log: EventLog
    mask_facet_sql: bool = False
    redaction: EventRedaction | None = None

    def prepare(self, event: Event) -> Event:
        """An OpenLineage event as it is to be stored; the one that came, unless something is to be cut."""
        return self.redacted(with_masked_sql(event) if self.mask_facet_sql else event)

    def redacted(self, event: Event) -> Event:
        """An event of any kind without what must not be kept."""
        return event if self.redaction is None else self.redaction.redacted(event)

    async def take(self, events: Sequence[Event]) -> Appended | None:
        """None when there was nothing to take."""
        return await self.log.append(events) if events else None
