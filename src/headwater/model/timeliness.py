"""Late data and long runs as plain values; `headwater.health` judges them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import chain
from typing import Any
from uuid import UUID


class Datepart(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Rule:
    """How old data may be: `Rule(1, Datepart.MONTH)`."""

    number: int
    datepart: Datepart

    def __str__(self) -> str:
        return f"{self.number} {self.datepart}{'s' if self.number != 1 else ''}"


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
class LateJob:
    """`limit` is the rule that the data is late by, or `history` where its job misses a run that was due."""

    pipeline: Watched
    since: datetime
    late_by_seconds: int
    limit: str
    last_change: datetime


@dataclass(frozen=True, slots=True)
class SlowRun:
    """`execution_id` is None for a run that only OpenLineage reported; `end_date` while it runs."""

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
    late: tuple[LateJob, ...] = ()
    long_running: tuple[SlowRun, ...] = ()
    logged: int = 0

    @property
    def jobs(self) -> list[UUID]:
        """The jobs in trouble, each once."""
        late, long = (item.pipeline for item in self.late), (run.pipeline for run in self.long_running)
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
    # No part ends in an s of its own, so one s less is the singular.
    return Datepart(text.strip().lower().removesuffix("s"))


def rule(number: int | None, part: str | None) -> Rule | None:
    """A rule needs both; half a rule is none."""
    return Rule(number, Datepart(part)) if number is not None and part is not None else None


def threshold(value: Any) -> int | None:
    """A limit in seconds, as a pipeline's args may give it; only a positive number is one.

    >>> threshold(600), threshold("600"), threshold(True), threshold(-1)
    (600, None, None, None)
    """
    # To Python a bool is an int. NaN is refused by the comparison below, as it is by every one.
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and 0 < value < float("inf") else None
