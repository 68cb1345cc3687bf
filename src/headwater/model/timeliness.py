"""When data is late and when a run takes too long: rules, calendar arithmetic, and what history says."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import chain
from statistics import median
from typing import Any
from uuid import UUID

DEFAULT_THRESHOLD_SECONDS = 1800
"""How long a run may take while neither a rule nor history says otherwise."""

HISTORY_RUNS = 50
MIN_HISTORY = 8
MAD_FACTOR = 6
# Durations are whole seconds: a job that always takes 60 is not out of order at 61.
MIN_SLACK_SECONDS = 60

NEVER = datetime.max.replace(tzinfo=UTC)


class Datepart(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


DAYS_AND_TIME: dict[Datepart, timedelta] = {
    Datepart.MINUTE: timedelta(minutes=1),
    Datepart.HOUR: timedelta(hours=1),
    Datepart.DAY: timedelta(days=1),
    Datepart.WEEK: timedelta(weeks=1),
}
MONTHS = {Datepart.MONTH: 1, Datepart.QUARTER: 3, Datepart.YEAR: 12}


@dataclass(frozen=True, slots=True)
class Rule:
    """How old data may be: `Rule(1, Datepart.MONTH)`."""

    number: int
    datepart: Datepart

    def __str__(self) -> str:
        return f"{self.number} {self.datepart}{'s' if self.number != 1 else ''}"


@dataclass(frozen=True, slots=True)
class Late:
    """`since` is when the data was due."""

    since: datetime
    late_by_seconds: int


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a run may take, and who says so: a `rule`, the job's `history`, or the `default`."""

    seconds: int
    says: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A pipeline; without `pipeline_id`, a job that only OpenLineage knows."""

    pipeline_id: int | None
    name: str
    job_namespace: str
    job_name: str
    job_key: UUID


@dataclass(frozen=True, slots=True)
class LatePipeline:
    pipeline: Watched
    since: datetime
    late_by_seconds: int
    limit: str
    last_change: datetime


@dataclass(frozen=True, slots=True)
class LongRun:
    """`execution_id` is None for a run that only OpenLineage told of; `end_date` while it runs."""

    pipeline: Watched
    execution_id: int | None
    run_id: UUID
    start_date: datetime
    end_date: datetime | None
    duration_seconds: int
    limit: Limit

    @property
    def running(self) -> bool:
        return self.end_date is None

    @property
    def since(self) -> datetime:
        return self.start_date + timedelta(seconds=self.limit.seconds)

    @property
    def late_by_seconds(self) -> int:
        return self.duration_seconds - self.limit.seconds


@dataclass(frozen=True, slots=True)
class Report:
    """What one check found; `logged` breaches were not known before."""

    checked: int
    late: tuple[LatePipeline, ...] = ()
    long_running: tuple[LongRun, ...] = ()
    logged: int = 0

    @property
    def jobs(self) -> list[UUID]:
        """The jobs in trouble, each once."""
        late, long = (one.pipeline for one in self.late), (one.pipeline for one in self.long_running)
        return list(dict.fromkeys(pipeline.job_key for pipeline in chain(late, long)))

    @property
    def is_late(self) -> bool:
        """A long run that has ended is news, but nothing waits for it any more."""
        return bool(self.late) or any(run.running for run in self.long_running)


def datepart(text: str) -> Datepart:
    """
    >>> datepart(" Hours ")
    <Datepart.HOUR: 'hour'>
    """
    return Datepart(text.strip().lower().removesuffix("s"))


def rule(number: int | None, part: str | None) -> Rule | None:
    """A rule needs both; half a rule is none."""
    return Rule(number, Datepart(part)) if number is not None and part is not None else None


def threshold(told: Any) -> int | None:
    """A limit in seconds, as a pipeline's args may tell it; only a positive number is one.

    >>> threshold(600), threshold("600"), threshold(True), threshold(-1)
    (600, None, None, None)
    """
    is_number = isinstance(told, int | float) and not isinstance(told, bool)
    return int(told) if is_number and 0 < told < float("inf") else None


def due(last_change: datetime, limit: Rule) -> datetime:
    """When what began or changed then is late, by the calendar: a month after 31 January is 28 February.

    >>> due(datetime(2026, 1, 31, tzinfo=UTC), Rule(1, Datepart.MONTH)).date().isoformat()
    '2026-02-28'
    """
    try:
        if limit.datepart in DAYS_AND_TIME:
            return last_change + limit.number * DAYS_AND_TIME[limit.datepart]
        return _months_later(last_change, limit.number * MONTHS[limit.datepart])
    except (OverflowError, ValueError):
        return NEVER


def lateness(last_change: datetime, limit: Rule, now: datetime) -> Late | None:
    since = due(last_change, limit)
    return Late(since, int((now - since).total_seconds())) if since < now else None


def seconds_allowed(start: datetime, limit: Rule) -> int:
    """How long a run that starts then may take.

    >>> seconds_allowed(datetime(2026, 4, 20, tzinfo=UTC), Rule(2, Datepart.HOUR))
    7200
    """
    return int((due(start, limit) - start).total_seconds())


def normal_seconds(durations: Sequence[float]) -> int | None:
    """The longest that a run of this history normally takes; None while there is too little of it.

    >>> normal_seconds([100, 110, 90, 100, 120, 100, 80, 100])
    160
    """
    if len(durations) < MIN_HISTORY:
        return None
    middle = median(durations)
    spread = median(abs(duration - middle) for duration in durations)
    return int(middle + max(MAD_FACTOR * spread, MIN_SLACK_SECONDS))


def run_limit(
    rule_seconds: int | None,
    durations: Sequence[float],
    default_seconds: int | None = DEFAULT_THRESHOLD_SECONDS,
) -> Limit | None:
    """The stricter of rule and history; the default is for pipelines that have neither."""
    normal = normal_seconds(durations)
    if normal is None and rule_seconds is None:
        return None if default_seconds is None else Limit(default_seconds, "default")
    if normal is None or (rule_seconds is not None and rule_seconds <= normal):
        return Limit(rule_seconds or 0, "rule")
    return Limit(normal, "history")


def _months_later(moment: datetime, months: int) -> datetime:
    years, month = divmod(moment.month - 1 + months, 12)
    year = moment.year + years
    last_day = calendar.monthrange(year, month + 1)[1]
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last_day))
