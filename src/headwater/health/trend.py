"""Where a measure is going: the latest runs against those before them."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

RECENT = 7
LEAST_RECENT, LEAST_EARLIER = 3, 5
# A change of at most this part is none.
STEADY = 0.2

Direction = Literal["rising", "steady", "falling"]


@dataclass(frozen=True, slots=True)
class Trend:
    """The median of the latest runs against that of the runs before them."""

    recent: float
    earlier: float
    change: float | None
    direction: Direction


def trend(values: Sequence[float]) -> Trend | None:
    """Newest first; None where there is too little to compare.

    >>> trend([150, 151, 149, 150, 101, 99, 100, 102, 98])
    Trend(recent=150.0, earlier=100, change=0.5, direction='rising')
    """
    size = min(RECENT, len(values) // 2)
    if size < LEAST_RECENT or len(values) - size < LEAST_EARLIER:
        return None
    recent, earlier = median(values[:size]), median(values[size:])
    if earlier == 0:
        return Trend(recent, earlier, None, "steady" if recent == 0 else "rising")
    change = round((recent - earlier) / earlier, 4)
    return Trend(recent, earlier, change, _direction(change))


def _direction(change: float) -> Direction:
    if abs(change) <= STEADY:
        return "steady"
    return "rising" if change > 0 else "falling"
