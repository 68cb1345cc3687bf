"""The timeliness check: which data is late, which runs take too long; each breach is logged once.

The API and the worker run the same function, and judge as `headwater.health` does.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from headwater.health import expected_next
from headwater.health.lateness import (
    DEFAULT_THRESHOLD_SECONDS,
    exceeded,
    next_due,
    run_limit,
    seconds_allowed,
)
from headwater.health.rhythm import WEEK
from headwater.model.timeliness import LateJob, Report, SlowRun, threshold
from headwater.store.expected_runs import expected_after
from headwater.store.queries.pipelines import breaches, timely
from headwater.store.queries.pipelines.breaches import BreachRow
from headwater.store.queries.pipelines.timely import Age, Timed
from headwater.store.queries.rows import Connection

logger = logging.getLogger(__name__)

LOOKBACK = timedelta(hours=1)
"""How long after its end a run that took too long is still reported."""


Record = Callable[[Sequence[int]], None]
"""Makes new breaches durable in the log, in the transaction of the check."""


def run_check(
    connection: Connection,
    now: datetime,
    *,
    record: Record | None = None,
    threshold_seconds: int = DEFAULT_THRESHOLD_SECONDS,
    lookback: timedelta = LOOKBACK,
) -> Report:
    """Both checks over all pipelines and other jobs that are not muted, and the log of what is new."""
    with connection.transaction():
        checked, ages = timely.watched(connection), timely.overdue(connection, now)
        late = (*_late_by_rule(ages, now), *_late_by_history(connection, ages, now))
        recent = now - lookback
        timed = (*timely.executions(connection, recent, now), *timely.runs(connection, recent, now))
        long = tuple(_long(timed, now, threshold_seconds))
        logged = breaches.log(connection, [*map(_late_breach, late), *map(_long_breach, long)])
        if logged and record is not None:
            # Last of all: from here to the commit everyone else's appends wait.
            record(logged)
    if logged:
        counts = len(logged), len(late), len(long)
        logger.warning("timeliness: %d new breaches; %d late, %d long runs", *counts)
    return Report(checked, late, long, len(logged))


def _late_by_rule(ages: Sequence[Age], now: datetime) -> Iterator[LateJob]:
    for age in ages:
        expected = next_due(None, age.last_change, age.rule, now)
        if expected is not None and expected.overdue and age.last_change is not None:
            late_by = expected.late_by_seconds(now)
            yield LateJob(age, expected.late_after, late_by, str(age.rule), age.last_change)


def _late_by_history(connection: Connection, ages: Sequence[Age], now: datetime) -> Iterator[LateJob]:
    """Jobs of which no rule can say anything, that miss a run which their own rhythm lets expect."""
    silent = (age for age in ages if age.rule is None or age.last_change is None)
    by_job = {age.job_id: age for age in silent if age.job_id and not age.streaming}
    for job in timely.silent(connection, list(by_job), now):
        # Rest moves a due time by a week at most: what had stopped before that needs no look at its hours.
        if expected_next(job.starts, now - WEEK) is None:
            continue
        expected = expected_after(connection, job.members, job.starts, now)
        if expected is not None and expected.overdue:
            late_by = expected.late_by_seconds(now)
            yield LateJob(by_job[job.job_id], expected.late_after, late_by, "history", job.starts[0])


def _long(timed: Sequence[Timed], now: datetime, default: int) -> Iterator[SlowRun]:
    """The default is for what someone registered: many a job that nobody did has a run that never ended."""
    for run in timed:
        usual = run.usual
        limit = run_limit(_allowed(run), usual, default if run.pipeline_id is not None else None)
        seconds = ((run.end_date or now) - run.start_date).total_seconds()
        if limit is not None and exceeded(seconds, limit, usual):
            yield SlowRun(
                run, run.execution_id, run.run_id, run.start_date, run.end_date, int(seconds), limit
            )


def _allowed(run: Timed) -> int | None:
    """What the pipeline's args say goes before rules; old args may hold what is no number of seconds."""
    own = threshold(run.threshold)
    if own is not None or run.rule is None:
        return own
    return seconds_allowed(run.start_date, run.rule)


def _late_breach(late: LateJob) -> BreachRow:
    return BreachRow(late.pipeline.pipeline_id, late.pipeline.job_key, "data_age", late.since, late.limit)


def _long_breach(run: SlowRun) -> BreachRow:
    return BreachRow(
        run.pipeline.pipeline_id,
        run.pipeline.job_key,
        "execution",
        run.start_date,
        run.limit.says,
        run.run_id,
        run.duration_seconds,
        run.limit.seconds,
    )
