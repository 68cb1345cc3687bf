"""What a team may send: events a second, and events a day. Asked for every event, so all of it is in memory.

A burst beyond the rate is asked to come later (503), as clients of OpenLineage send again after that. Beyond
the quota of the day events are taken and marked, unless the team is set to refuse them, which is final.
"""

import math
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from headwater.errors import NotYourTeamError, QuotaSpentError, TeamTooFastError
from headwater.model.events import Event
from headwater.model.teams import DEFAULT, team_of
from headwater.store.queries.team_days import SentCounts
from headwater.store.queries.teams import TeamRow

BURST_SECONDS = 2.0


@dataclass(slots=True)
class _TeamBucket:
    level: float
    at: float


@dataclass(slots=True)
class TeamBuckets:
    """
    >>> buckets = TeamBuckets()
    >>> buckets.wait("sales", 10, now=0.0), buckets.take("sales", 50), buckets.wait("sales", 10, now=0.0)
    (0, None, 4)
    """

    _buckets: dict[str, _TeamBucket] = field(default_factory=dict)

    def wait(self, team: str, rate: int, now: float) -> int:
        """0, or the whole seconds until the team may send again; a rate of 0 is no limit.

        A request larger than a burst is taken, and paid for by the pause after it: cut into pieces it could
        never be.
        """
        if not rate:
            self._buckets.pop(team, None)
            return 0
        capacity = rate * BURST_SECONDS
        bucket = self._buckets.setdefault(team, _TeamBucket(capacity, now))
        bucket.level = min(capacity, bucket.level + (now - bucket.at) * rate)
        bucket.at = now
        return 0 if bucket.level >= 1 else max(1, math.ceil((1 - bucket.level) / rate))

    def take(self, team: str, number: int) -> None:
        if team in self._buckets:
            self._buckets[team].level -= number


# Namespaces whose team is remembered; a producer that makes up names must not fill the memory.
MOST_NAMES = 50_000


@dataclass(slots=True)
class TeamAdmission:
    """Shared by the event loop and the threads that read large bodies."""

    events_per_second: int = 0
    """For teams that have no rate of their own; 0 for no limit."""
    _teams: Mapping[str, TeamRow] = field(default_factory=dict)
    _patterns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    _names: dict[tuple[str | None, str | None], str] = field(default_factory=dict)
    _today: date | None = None
    _sent: Mapping[str, int] = field(default_factory=dict)
    _counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    _buckets: TeamBuckets = field(default_factory=TeamBuckets)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def know(self, teams: Sequence[TeamRow], today: date, sent: Mapping[str, int]) -> None:
        """The teams as they stand, and how much each sent today."""
        patterns = {team.name: team.patterns for team in teams}
        with self._lock:
            if patterns != self._patterns:
                self._names = {}
            self._teams, self._patterns = {team.name: team for team in teams}, patterns
            self._today, self._sent = today, sent

    def team_of(self, event: Event) -> str:
        asked = (event.keys.team_name, event.keys.namespace_name)
        found = self._names.get(asked)
        if found is None:
            if len(self._names) >= MOST_NAMES:
                self._names = {}
            found = self._names[asked] = team_of(asked[1], self._patterns, asked[0])
        return found

    def check_sender(self, event: Event, bound_to: frozenset[str] | None) -> None:
        """Raises where the key is bound to teams and the event is about another one's job or dataset.

        Neither may it name its own team for a namespace of another: that job would become its own.
        """
        if bound_to is None:
            return
        by_namespace = team_of(event.keys.namespace_name, self._patterns)
        if self.team_of(event) not in bound_to or by_namespace not in bound_to | {DEFAULT}:
            raise NotYourTeamError(event.keys.namespace_name or "")

    def judged(self, event: Event) -> Event:
        """The event, marked if its team has sent its quota; raises where the team wants it refused."""
        name = self.team_of(event)
        team = self._teams.get(name)
        with self._lock:
            if (
                team is None
                or self._sent.get(name, 0) + self._counts[name, "events"] < team.daily_event_quota
            ):
                self._counts[name, "events"] += 1
                return event
            if team.over_quota == "refuse":
                self._counts[name, "refused"] += 1
                raise QuotaSpentError(name, team.daily_event_quota)
            self._counts[name, "events"] += 1
            self._counts[name, "marked"] += 1
        return replace(event, over_quota=True)

    def admit(self, events: Sequence[Event], now: float) -> None:
        """Take these from what each team may send a second; raises with the seconds to wait."""
        numbers = Counter(map(self.team_of, events))
        with self._lock:
            for name, number in numbers.items():
                if wait := self._buckets.wait(name, self._rate(name), now):
                    self._forget(events)
                    self._counts[name, "slowed"] += number
                    raise TeamTooFastError(name, wait)
            for name, number in numbers.items():
                self._buckets.take(name, number)

    def take_back(self, events: Sequence[Event]) -> None:
        """These were not stored after all."""
        with self._lock:
            self._forget(events)

    def take_counts(self) -> SentCounts:
        """What was counted since the last time, by team and column of `team_days`."""
        with self._lock:
            taken, self._counts = self._counts, Counter()
            # Until they are read back from the store, they count here.
            sent = Counter(self._sent)
            for (name, column), number in taken.items():
                if column == "events":
                    sent[name] += number
            self._sent = sent
        return taken

    def put_back(self, counts: SentCounts) -> None:
        """These could not be written down."""
        with self._lock:
            self._counts.update(counts)
            sent = Counter(self._sent)
            for (name, column), number in counts.items():
                if column == "events":
                    sent[name] -= number
            self._sent = sent

    def _forget(self, events: Sequence[Event]) -> None:
        for event in events:
            name = self.team_of(event)
            self._counts[name, "events"] -= 1
            self._counts[name, "marked"] -= event.over_quota

    def _rate(self, name: str) -> int:
        """Events a second; 0 for no limit."""
        team = self._teams.get(name)
        own = team.events_per_second if team else None
        return own or (self.events_per_second if name != DEFAULT else 0)
