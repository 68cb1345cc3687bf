"""Taking events in: durable in the log before it is acknowledged."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from headwater.access.callers import current_caller
from headwater.errors import HeadwaterError
from headwater.log.protocol import Appended, EventLog
from headwater.model.events import Event
from headwater.model.request_context import run_id
from headwater.questions.operations.event_redaction import EventRedaction
from headwater.questions.operations.facet_sql import with_masked_sql
from headwater.questions.teams.admission import TeamAdmission

Part = bytes | msgspec.Raw


@dataclass(frozen=True, slots=True)
class Ingest:
    log: EventLog
    mask_facet_sql: bool = False
    redaction: EventRedaction | None = None
    admission: TeamAdmission = field(default_factory=TeamAdmission)

    rejected: Counter[str] = field(default_factory=Counter)
    """Documents that could not be taken, by the code of the error."""
    clock: Callable[[], float] = time.monotonic

    def counted(self, read: Callable[[Part], Event]) -> Callable[[Part], Event]:
        """Reads as before, and counts what is refused."""

        def read_and_count(part: Part) -> Event:
            try:
                return read(part)
            except HeadwaterError as error:
                self.rejected[error.code] += 1
                raise

        return read_and_count

    def prepare(self, event: Event) -> Event:
        """An OpenLineage event as it is to be stored; the one that came, unless something is to be cut.

        Raises where its team has sent its quota and wants no more than that taken.
        """
        return self.redacted(with_masked_sql(event) if self.mask_facet_sql else event)

    def redacted(self, event: Event) -> Event:
        """An event of any kind without what must not be kept."""
        self.admission.check_sender(event, current_caller.get().teams)
        judged = self.admission.judged(event)
        return judged if self.redaction is None else self.redaction.redacted(judged)

    async def take(self, events: Sequence[Event]) -> Appended | None:
        """None when there was nothing to take. Nothing is taken when a team sends too fast."""
        if not events:
            return None
        if len(events) == 1 and events[0].run_id is not None:
            run_id.set(str(events[0].run_id))
        self.admission.admit(events, self.clock())
        try:
            return await self.log.append(events)
        except BaseException:
            self.admission.take_back(events)
            raise
