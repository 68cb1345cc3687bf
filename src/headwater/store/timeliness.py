"""The timeliness check: which data is late, which runs take too long; each breach is logged once.

The API and the worker run the same function. Rules are those of `model.timeliness`.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from headwater.model.timeliness import (
    DEFAULT_THRESHOLD_SECONDS,
    LatePipeline,
    LongRun,
    Report,
    lateness,
    run_limit,
    seconds_allowed,
    threshold,
)
from headwater.store.queries.pipelines import breaches, timely
from headwater.store.queries.pipelines.breaches import Breach
from headwater.store.queries.pipelines.timely import Age, Timed
from headwater.store.queries.rows import Connection

logger = logging.getLogger(__name__)

LOOKBACK = timedelta(hours=1)
"""How long after its end a run that took too long is still told of."""


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
        ages = timely.ages(connection)
        late = tuple(_late(ages, now))
        recent = now - lookback
        timed = (*timely.executions(connection, recent), *timely.runs(connection, recent))
        long = tuple(_long(timed, now, threshold_seconds))
        logged = breaches.log(connection, [*map(_late_breach, late), *map(_long_breach, long)])
        if logged and record is not None:
            record(logged)
    if logged:
        counts = len(logged), len(late), len(long)
        logger.warning("timeliness: %d new breaches; %d late, %d long runs", *counts)
    return Report(len(ages), late, long, len(logged))


def _late(ages: Sequence[Age], now: datetime) -> Iterator[LatePipeline]:
    """What was never loaded can't be too old, and without a rule nothing is."""
    for age in ages:
        if age.last_change is None or age.rule is None:
            continue
        late = lateness(age.last_change, age.rule, now)
        if late is not None:
            yield LatePipeline(age, late.since, late.late_by_seconds, str(age.rule), age.last_change)


def _long(timed: Sequence[Timed], now: datetime, default: int) -> Iterator[LongRun]:
    """The default is for what someone registered: many a job that nobody did has a run that never ended."""
    for one in timed:
        limit = run_limit(_allowed(one), one.history, default if one.pipeline_id is not None else None)
        seconds = int(((one.end_date or now) - one.start_date).total_seconds())
        if limit is not None and seconds > limit.seconds:
            yield LongRun(one, one.execution_id, one.run_id, one.start_date, one.end_date, seconds, limit)


def _allowed(run: Timed) -> int | None:
    """What the pipeline's args say goes before rules; old args may hold what is no number of seconds."""
    told = threshold(run.threshold)
    if told is not None or run.rule is None:
        return told
    return seconds_allowed(run.start_date, run.rule)


def _late_breach(late: LatePipeline) -> Breach:
    return Breach(late.pipeline.pipeline_id, late.pipeline.job_key, "data_age", late.since, late.limit)


def _long_breach(run: LongRun) -> Breach:
    return Breach(
        run.pipeline.pipeline_id,
        run.pipeline.job_key,
        "execution",
        run.start_date,
        run.limit.says,
        run.run_id,
        run.duration_seconds,
        run.limit.seconds,
    )
