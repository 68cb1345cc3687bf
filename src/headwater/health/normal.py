"""What is normal for one measure of a job: the median of its runs, and how far from it is no news.

The median and the median absolute deviation (MAD) do not move when a few runs go wrong, so they can be
worked out from a history that has such runs in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MEASURES = ("duration", "rows", "bytes", "inserts", "updates", "deletes", "throughput")
# Enough for every hour of the week to have a history; a job that runs each minute has it in a day.
HISTORY_RUNS = 2000
# With fewer runs than this there is no telling what is normal.
LEAST_RUNS = 8
# So many times the usual spread away from the median; of normally distributed runs, two in a billion.
FAR = 6.0
# The MAD of a normal distribution is its standard deviation divided by this.
MAD_TO_DEVIATION = 1.4826
# And its mean absolute deviation is its standard deviation divided by this.
MEAN_TO_DEVIATION = 1.253314
# A job that always takes the same time has no spread; being this part of the median off still is nothing.
LEAST_PART = 0.05
# Nor is a row or a byte more or less, or ten seconds, however small the median: a run is too long only when
# it takes at least a minute more than usual.
FLOORS = dict.fromkeys(MEASURES, 1.0) | {"duration": 10.0, "throughput": 1e-6}

ANY_HOUR = -1
"""Stands for all hours of the week."""


@dataclass(frozen=True, slots=True)
class Normal:
    """Median and MAD over so many runs; `spread` is how far from the median is nothing to speak of."""

    runs: int
    median: float
    mad: float
    spread: float

    @property
    def highest(self) -> float:
        """Anything above this is unusual."""
        return self.median + FAR * self.spread

    def score(self, value: float) -> float:
        """How many times the spread a value is away from the median; negative below it."""
        return (value - self.median) / self.spread

    def is_high(self, value: float) -> bool:
        return self.score(value) > FAR


@dataclass(frozen=True, slots=True, eq=False)
class Normals:
    """What is normal for each group that has enough values, as parallel arrays; groups ascend."""

    group: Ints
    runs: Ints
    median: Floats
    mad: Floats
    spread: Floats

    def at(self, place: int) -> Normal:
        return Normal(
            int(self.runs[place]),
            float(self.median[place]),
            float(self.mad[place]),
            float(self.spread[place]),
        )


def hour_of_week(moment: datetime) -> int:
    """From Monday midnight UTC, 0 to 167.

    >>> hour_of_week(datetime(2026, 4, 21, 2, 30, tzinfo=UTC))
    26
    """
    moment = moment.astimezone(UTC)
    return moment.weekday() * 24 + moment.hour


def normals(values: Floats, groups: Ints, measure: str = "duration") -> Normals:
    """Of values, each of the group at the same place; groups with too few values are left out."""
    group, inverse, count = np.unique(groups, return_inverse=True, return_counts=True)
    median = _medians(values, inverse, count)
    off = np.abs(values - median[inverse])
    mad = _medians(off, inverse, count)
    mean_off = np.bincount(inverse, off, len(group)) / np.maximum(count, 1)
    # Where more than half of the runs are alike the MAD is zero, and says nothing of the others.
    deviation = np.where(mad > 0, mad * MAD_TO_DEVIATION, mean_off * MEAN_TO_DEVIATION)
    spread = np.maximum(np.maximum(deviation, np.abs(median) * LEAST_PART), FLOORS[measure])
    enough = count >= LEAST_RUNS
    return Normals(group[enough], count[enough], median[enough], mad[enough], spread[enough])


def normal(values: Sequence[float], measure: str = "duration") -> Normal | None:
    """Of one history; None while there is too little of it.

    >>> usual = normal([100, 110, 90, 100, 120, 100, 80, 100])
    >>> (usual.median, usual.mad, usual.highest)
    (100.0, 5.0, 160.0)
    >>> usual.is_high(170)
    True
    """
    found = normals(np.asarray(values, np.float64), np.zeros(len(values), np.int64), measure)
    return found.at(0) if len(found.group) else None


def normal_at(
    hour: int, values: Sequence[float], hours: Sequence[int], measure: str = "duration"
) -> Normal | None:
    """What is normal at this hour of the week, where it has a history of its own; else over all hours."""
    same_hour = [value for value, at in zip(values, hours, strict=True) if at == hour]
    return normal(same_hour, measure) or normal(values, measure)


def _medians(values: Floats, inverse: NDArray[np.intp], count: NDArray[np.intp]) -> Floats:
    """Of each group: the one in the middle, or halfway between the two in the middle."""
    ordered = values[np.lexsort((values, inverse))]
    start = np.cumsum(count) - count
    median: Floats = (ordered[start + (count - 1) // 2] + ordered[start + count // 2]) / 2
    return median
