"""How much each team may send a second: a bucket for each that fills at its rate."""

import math
from dataclasses import dataclass, field

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
