"""How much one key may send: a bucket for each that fills at a rate, and holds twice what a second brings."""

import math
from dataclasses import dataclass

BURST_SECONDS = 2.0
# Buckets that are full again say nothing: beyond this many they are forgotten.
MOST_BUCKETS = 10_000


@dataclass(slots=True)
class _Bucket:
    level: float
    at: float


class RateLimit:
    """
    >>> limit = RateLimit(1)
    >>> [limit.wait("a", now) for now in (0.0, 0.0, 0.0, 1.0)]
    [0, 0, 1, 0]
    """

    def __init__(self, per_second: int) -> None:
        self._rate = per_second
        self._buckets: dict[str, _Bucket] = {}

    def wait(self, key: str, now: float) -> int:
        """Take one request; 0, or the whole seconds after which the next one is taken."""
        if not self._rate:
            return 0
        capacity = self._rate * BURST_SECONDS
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget_full(now)
            bucket = self._buckets[key] = _Bucket(capacity, now)
        bucket.level = min(capacity, bucket.level + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.level < 1:
            return max(1, math.ceil((1 - bucket.level) / self._rate))
        bucket.level -= 1
        return 0

    def _forget_full(self, now: float) -> None:
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets = {key: one for key, one in self._buckets.items() if now - one.at < BURST_SECONDS}
