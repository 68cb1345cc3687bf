"""What a team may send of telemetry: items a second, and items a day. An item is a span, a point or a record.

Apart from what it may send of events: many spans must not make a lineage event wait, or be refused.
"""

import threading
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from headwater.errors import NotYourTeamError, QuotaSpentError, TeamTooFastError
from headwater.model.teams import DEFAULT
from headwater.questions.teams.admission import TeamBuckets
from headwater.store.queries.team_days import SentCounts
from headwater.store.queries.teams import TeamRow

ITEMS = "spans, points and log records"
Items = Mapping[str, int]
"""How many items of each team a request holds."""


@dataclass(slots=True)
class TelemetryAdmission:
    """Shared by the event loop and the threads that read large bodies."""

    items_per_second: int = 0
    """For teams that have no rate of their own; 0 for no limit."""
    _teams: Mapping[str, TeamRow] = field(default_factory=dict)
    _sent: Mapping[str, int] = field(default_factory=dict)
    _counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    _buckets: TeamBuckets = field(default_factory=TeamBuckets)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def know(self, teams: Sequence[TeamRow], sent: Mapping[str, int]) -> None:
        """The teams as they stand, and how many items each sent today."""
        with self._lock:
            self._teams, self._sent = {team.name: team for team in teams}, sent

    def known_as(self, name: str) -> str:
        """A name that no team has counts for `default`: whoever makes up names must not fill the memory."""
        return name if name in self._teams else DEFAULT

    def check_sender(self, names: Collection[str], bound_to: frozenset[str] | None) -> None:
        """Raises where the key is bound to teams, and telemetry is named for another one."""
        for name in names:
            if bound_to is not None and name not in bound_to:
                raise NotYourTeamError(name)

    def refused(self, items: Items) -> frozenset[str]:
        """The teams that have sent their quota, and want no more than that taken."""
        with self._lock:
            found = frozenset(name for name in items if self._is_spent(name) and self._refuses(name))
            for name in found:
                self._counts[name, "items_refused"] += items[name]
        return found

    def admit(self, items: Items, now: float) -> frozenset[str]:
        """Take these from what each team may send; raises with the seconds to wait, and then takes nothing.

        Returns the teams whose quota of the day was spent before.
        """
        with self._lock:
            for name, number in items.items():
                if wait := self._buckets.wait(name, self._rate(name), now):
                    self._counts[name, "items_slowed"] += number
                    raise TeamTooFastError(name, wait)
            spent = frozenset(name for name in items if self._is_spent(name))
            for name, number in items.items():
                self._buckets.take(name, number)
                self._counts[name, "items"] += number
            for name in spent:
                self._counts[name, "items_marked"] += items[name]
        return spent

    def take_back(self, items: Items, spent: Collection[str]) -> None:
        """These were not stored after all; `spent` is what `admit` returned for them."""
        with self._lock:
            for name, number in items.items():
                self._counts[name, "items"] -= number
                if name in spent:
                    self._counts[name, "items_marked"] -= number

    def take_counts(self) -> SentCounts:
        """What was counted since the last time, by team and column of `team_days`."""
        with self._lock:
            taken, self._counts = self._counts, Counter()
            # Until they are read back from the store, they count here.
            self._sent = _added(self._sent, taken, 1)
        return taken

    def put_back(self, counts: SentCounts) -> None:
        """These could not be written down."""
        with self._lock:
            self._counts.update(counts)
            self._sent = _added(self._sent, counts, -1)

    def quota_error(self, name: str) -> QuotaSpentError:
        return QuotaSpentError(name, self._teams[name].daily_item_quota or 0, ITEMS)

    def _is_spent(self, name: str) -> bool:
        quota = self._teams[name].daily_item_quota if name in self._teams else None
        return quota is not None and self._sent.get(name, 0) + self._counts[name, "items"] >= quota

    def _refuses(self, name: str) -> bool:
        return self._teams[name].over_quota == "refuse"

    def _rate(self, name: str) -> int:
        team = self._teams.get(name)
        return (team.items_per_second or self.items_per_second) if team else 0


def _added(sent: Mapping[str, int], counts: SentCounts, sign: int) -> Counter[str]:
    found = Counter(sent)
    for (name, column), number in counts.items():
        if column == "items":
            found[name] += sign * number
    return found
