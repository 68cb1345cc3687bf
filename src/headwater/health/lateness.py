"""What is too late and what takes too long: by the rule that a person set, by history, or by default."""

import calendar
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from headwater.health.normal import Normal
from headwater.health.rhythm import Expectation
from headwater.model.timeliness import Datepart, Limit, Rule

DEFAULT_THRESHOLD_SECONDS = 1800
"""How long a run may take while neither a rule nor history says otherwise."""

NEVER = datetime.max.replace(tzinfo=UTC)

DAYS_AND_TIME: dict[Datepart, timedelta] = {
    Datepart.MINUTE: timedelta(minutes=1),
    Datepart.HOUR: timedelta(hours=1),
    Datepart.DAY: timedelta(days=1),
    Datepart.WEEK: timedelta(weeks=1),
}
MONTHS = {Datepart.MONTH: 1, Datepart.QUARTER: 3, Datepart.YEAR: 12}


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
        # A rule may reach beyond the year 9999: what it limits is never late.
        return NEVER


def next_due(
    rhythm: Expectation | None, last_change: datetime | None, limit: Rule | None, now: datetime
) -> Expectation | None:
    """When the next run is due: by what a person said, once there was a change; else by the job's rhythm.

    None where neither says anything: what was never loaded can't be too old.
    """
    if limit is None or last_change is None:
        return rhythm
    since = due(last_change, limit)
    known = rhythm or Expectation(None, since, None, False)
    return replace(known, late_after=since, overdue=since < now)


def seconds_allowed(start: datetime, limit: Rule) -> int:
    """How long a run that starts then may take.

    >>> seconds_allowed(datetime(2026, 4, 20, tzinfo=UTC), Rule(2, Datepart.HOUR))
    7200
    """
    return int((due(start, limit) - start).total_seconds())


def run_limit(
    rule_seconds: int | None,
    usual: Normal | None,
    default_seconds: int | None = DEFAULT_THRESHOLD_SECONDS,
) -> Limit | None:
    """The stricter of rule and history; the default is for pipelines that have neither."""
    if usual is None and rule_seconds is None:
        return None if default_seconds is None else Limit(default_seconds, "default")
    if usual is None or (rule_seconds is not None and rule_seconds <= usual.highest):
        return Limit(rule_seconds or 0, "rule")
    return Limit(int(usual.highest), "history")


def exceeded(seconds: float, limit: Limit, usual: Normal | None) -> bool:
    """Whether a run that takes so long takes too long; rules count in whole seconds."""
    if limit.says == "history" and usual is not None:
        return usual.is_high(seconds)
    return int(seconds) > limit.seconds


def _months_later(moment: datetime, months: int) -> datetime:
    years, month = divmod(moment.month - 1 + months, 12)
    year = moment.year + years
    last_day = calendar.monthrange(year, month + 1)[1]
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last_day))
