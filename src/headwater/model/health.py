"""Is a job well: when its next run is due, and where its rows are going. Robust against a few odd runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Literal

# With fewer gaps between runs than this nobody can say when the next one is due.
LEAST_GAPS = 3
# The MAD of a normal distribution is its standard deviation divided by this.
NORMAL = 1.4826
# A run may be late by so many times the usual spread, or by this part of the usual gap, before it is overdue.
SPREADS, SLACK = 3.0, 0.25
# A weekday without a run counts as a day of rest only when so many weeks, and so many runs in them, say so.
HISTORY, LEAST_STARTS = timedelta(weeks=4), 10
WEEK, DAY = timedelta(weeks=1), timedelta(days=1)

RECENT = 7
LEAST_RECENT, LEAST_EARLIER = 3, 5
STEADY = 0.2


@dataclass(frozen=True, slots=True)
class Expectation:
    """When the next run should begin, and from when on its absence counts."""

    expected_at: datetime
    late_after: datetime
    usual_gap_seconds: float
    overdue: bool


def expected_next(starts: Sequence[datetime], now: datetime, days: Iterable[date] = ()) -> Expectation | None:
    """From the gaps between the latest starts, in any order; None where there is no rhythm to go by.

    A weekday on which the job rests is passed over. `days` are further days on which runs began, in UTC,
    for a job that runs so often that its latest starts do not reach back over the weeks.

    >>> from datetime import UTC
    >>> daily = [datetime(2026, 4, day, 2, tzinfo=UTC) for day in range(10, 16)]
    >>> told = expected_next(daily, datetime(2026, 4, 16, 1, tzinfo=UTC))
    >>> (told.expected_at.day, told.overdue)
    (16, False)
    """
    ordered = sorted(starts)
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(ordered)]
    if len(gaps) < LEAST_GAPS:
        return None
    usual = median(gaps)
    spread = median(abs(gap - usual) for gap in gaps) * NORMAL
    expected = _past_rest(ordered[-1] + timedelta(seconds=usual), ordered, days)
    late_after = expected + timedelta(seconds=max(SPREADS * spread, SLACK * usual))
    return Expectation(expected, late_after, usual, now > late_after)


def _past_rest(expected: datetime, ordered: Sequence[datetime], days: Iterable[date]) -> datetime:
    """The same time on the first day from `expected` on whose weekday has runs."""
    moments = [start.astimezone(UTC) for start in ordered]
    last = moments[-1]
    recent = [start for start in moments if last - start < HISTORY]
    active = {start.date() for start in recent} | {day for day in days if last.date() - day < HISTORY}
    # Within less than a week some weekdays have not come round yet.
    if len(recent) < LEAST_STARTS or max(active) - min(active) < WEEK:
        return expected
    weekdays = {day.weekday() for day in active}
    following = (expected + place * DAY for place in range(7))
    return next(moment for moment in following if moment.astimezone(UTC).weekday() in weekdays)


TrendDirection = Literal["rising", "steady", "falling"]


@dataclass(frozen=True, slots=True)
class Trend:
    """The median of the latest runs against that of the runs before them."""

    recent: float
    earlier: float
    change: float | None
    direction: TrendDirection


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


def _direction(change: float) -> TrendDirection:
    if abs(change) <= STEADY:
        return "steady"
    return "rising" if change > 0 else "falling"
