"""Taking telemetry in: within what its teams may send, without secrets, durable before it is acknowledged."""

import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Protocol

from headwater.access.callers import current_caller
from headwater.log.protocol import Appended
from headwater.model.teams import DEFAULT
from headwater.model.telemetry import TelemetryRequest
from headwater.questions.operations.event_redaction import EventRedaction
from headwater.questions.reading import Clock, system_clock
from headwater.questions.teams.telemetry_admission import Items, TelemetryAdmission


class TelemetryAppender(Protocol):
    async def append(self, events: list[TelemetryRequest]) -> Appended: ...


@dataclass(frozen=True, slots=True)
class TelemetryIngest:
    log: TelemetryAppender
    clock: Clock = system_clock
    admission: TelemetryAdmission = field(default_factory=TelemetryAdmission)
    redaction: EventRedaction | None = None
    monotonic: Callable[[], float] = time.monotonic

    def check_sender(self, names: Collection[str | None]) -> str | None:
        """Raises where the caller's key is bound to teams, and a request names another one.

        Returns the team of a request that names none, where the key is bound to one alone.
        """
        bound_to = current_caller.get().teams
        if bound_to is None:
            return None
        own = next(iter(bound_to)) if len(bound_to) == 1 else None
        self.admission.check_sender([name or own or DEFAULT for name in names], bound_to)
        return own

    @property
    def is_bound(self) -> bool:
        """Whether the caller may send for its own teams alone."""
        return current_caller.get().teams is not None

    def counted(self, teams: Counter[str | None], own: str | None = None) -> Counter[str]:
        """Items by the teams that there are; what names none is the caller's own, or nobody's."""
        found: Counter[str] = Counter()
        for name, number in teams.items():
            found[self.admission.known_as(own or name or DEFAULT)] += number
        return found

    async def take(self, request: TelemetryRequest, items: Items) -> Appended:
        """Nothing is taken when one of its teams sends too fast."""
        spent = self.admission.admit(items, self.monotonic())
        try:
            return await self.log.append(
                [replace(request, teams=tuple(sorted(items)), over_quota=bool(spent))]
            )
        except BaseException:
            self.admission.take_back(items, spent)
            raise
