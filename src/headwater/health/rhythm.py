"""When the next run of a job is due: the usual gap between runs, and the hours of the week without any."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import median

from headwater.health.normal import MAD_TO_DEVIATION, hour_of_week

# So many of the latest starts say what the usual gap is; with fewer gaps than this nobody can say.
LATEST_STARTS = 51
LEAST_GAPS = 3
# A run may be late by so many times the usual spread, or by this part of the usual gap, before it is overdue.
SPREADS, SLACK = 3.0, 0.25

# Hours of rest are learned from the weeks before the last run.
HISTORY = timedelta(weeks=4)
HOUR, WEEK = timedelta(hours=1), timedelta(weeks=1)
# An hour of the week is usual when runs began in it in so many of these weeks.
LEAST_WEEKS = 2
# And only when so many starts, and this part of them, are in usual hours, the other hours are hours of rest.
LEAST_HOURS, LEAST_USUAL = 10, 0.9

# A job that stays away for so long beyond its due time, and for so many usual gaps, has stopped.
STOPPED, STOPPED_GAPS = timedelta(weeks=4), 3


@dataclass(frozen=True, slots=True)
class Expectation:
    """When the next run should begin, and from when on its absence counts.

    Without a rhythm, only a rule says so: then nobody knows when it should begin.
    """

    expected_at: datetime | None
    late_after: datetime
    usual_gap_seconds: float | None
    overdue: bool

    def late_by_seconds(self, now: datetime) -> int:
        return int((now - self.late_after).total_seconds())


def expected_next(
    starts: Sequence[datetime],
    now: datetime,
    active_hours: Iterable[datetime] = (),
    slack: float = SLACK,
) -> Expectation | None:
    """From the latest starts, in any order; None where there is no rhythm to go by, or the job has stopped.

    `active_hours` are the hours in which runs began over the weeks before the last start: a job that runs
    often has had more starts than the latest ones.

    >>> daily = [datetime(2026, 4, day, 2, tzinfo=UTC) for day in range(10, 16)]
    >>> expected = expected_next(daily, datetime(2026, 4, 16, 1, tzinfo=UTC))
    >>> (expected.expected_at.isoformat(), expected.overdue)
    ('2026-04-16T02:00:00+00:00', False)
    """
    ordered = sorted(starts)
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(ordered)]
    if len(gaps) < LEAST_GAPS:
        return None
    usual = median(gaps)
    spread = median(abs(gap - usual) for gap in gaps) * MAD_TO_DEVIATION
    hours = usual_hours((*ordered, *active_hours), ordered[-1])
    expected = _past_rest(ordered[-1] + timedelta(seconds=usual), hours)
    late_after = expected + timedelta(seconds=max(SPREADS * spread, slack * usual))
    if now - late_after > max(STOPPED, timedelta(seconds=STOPPED_GAPS * usual)):
        return None
    return Expectation(expected, late_after, usual, now > late_after)


def usual_hours(starts: Iterable[datetime], last: datetime) -> frozenset[int]:
    """The hours of the week in which a job runs; all others it rests. Empty while nobody can tell.

    >>> from itertools import product
    >>> days, hours = range(1, 22), range(6, 22)
    >>> starts = [datetime(2026, 4, day, hour, tzinfo=UTC) for day, hour in product(days, hours)]
    >>> sorted({hour % 24 for hour in usual_hours(starts, starts[-1])})
    [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]
    """
    began = {start.astimezone(UTC).replace(minute=0, second=0, microsecond=0) for start in starts}
    recent = [hour for hour in began if timedelta(0) <= last - hour < HISTORY]
    # Within less than a week some hours have not come round yet.
    if len(recent) < LEAST_HOURS or max(recent) - min(recent) < WEEK:
        return frozenset()
    weeks: defaultdict[int, set[int]] = defaultdict(set)
    for hour in recent:
        weeks[hour_of_week(hour)].add((last - hour) // WEEK)
    usual = frozenset(hour for hour, seen in weeks.items() if len(seen) >= LEAST_WEEKS)
    in_usual = sum(hour_of_week(hour) in usual for hour in recent)
    return usual if in_usual >= LEAST_USUAL * len(recent) else frozenset()


def _past_rest(expected: datetime, usual: frozenset[int]) -> datetime:
    """The same minute of the first usual hour from `expected` on."""
    if not usual:
        return expected
    following = (expected + place * HOUR for place in range(7 * 24))
    return next(moment for moment in following if hour_of_week(moment) in usual)
