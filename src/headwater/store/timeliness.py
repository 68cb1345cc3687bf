"""The timeliness check: which data is late, which runs take too long; each breach is logged once.

The API and the worker run the same function. Rules are those of `model.timeliness`.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from headwater.model.timeliness import (
    DEFAULT_THRESHOLD_SECONDS,
    LatePipeline,
    Limit,
    LongRun,
    Report,
    lateness,
    rule,
    run_limit,
)
from headwater.store.queries.rows import Connection
from headwater.store.queries.watcher import timely
from headwater.store.queries.watcher.timely import Age, Breach, Timed

logger = logging.getLogger(__name__)

LOOKBACK = timedelta(hours=1)
"""How long after its end a run that took too long is still told of."""

MAX_THRESHOLD_SECONDS = 10**9


def run_check(
    connection: Connection,
    now: datetime,
    *,
    threshold_seconds: int = DEFAULT_THRESHOLD_SECONDS,
    lookback: timedelta = LOOKBACK,
) -> Report:
    """Both checks over all pipelines that are not muted, and the log of what is new."""
    with connection.transaction():
        ages = timely.ages(connection)
        late = tuple(_late(ages, now))
        long = (
            *_long(timely.executions(connection, now - lookback), connection, now, threshold_seconds),
            *_long_runs(timely.runs(connection, now - lookback), connection, now, threshold_seconds),
        )
        logged = timely.log(connection, [*map(_late_breach, late), *map(_long_breach, long)])
    if logged:
        logger.warning("timeliness: %d new breaches; %d late, %d long runs", logged, len(late), len(long))
    return Report(len(ages), late, long, logged)


def _late(ages: Sequence[Age], now: datetime) -> Iterator[LatePipeline]:
    """What was never loaded can't be too old, and without a rule nothing is."""
    for age in ages:
        limit = rule(age.number, age.datepart) or rule(age.type_number, age.type_datepart)
        if age.last_change is None or limit is None:
            continue
        late = lateness(age.last_change, limit, now)
        if late is not None:
            yield LatePipeline(
                age.pipeline_id,
                age.name,
                age.job_key,
                late.since,
                late.late_by_seconds,
                str(limit),
                age.last_change,
            )


def _long(timed: Sequence[Timed], connection: Connection, now: datetime, default: int) -> Iterator[LongRun]:
    pipelines = sorted({one.pipeline_id for one in timed})
    return _over_limit(timed, timely.execution_history(connection, pipelines), now, default)


def _long_runs(
    timed: Sequence[Timed], connection: Connection, now: datetime, default: int
) -> Iterator[LongRun]:
    pipelines = sorted({one.pipeline_id for one in timed})
    return _over_limit(timed, timely.run_history(connection, pipelines), now, default)


def _over_limit(
    timed: Sequence[Timed], histories: Mapping[int, Sequence[float]], now: datetime, default: int
) -> Iterator[LongRun]:
    known: dict[int, Limit] = {}
    for one in timed:
        limit = known.get(one.pipeline_id)
        if limit is None:
            limit = run_limit(_threshold(one.threshold), histories.get(one.pipeline_id, ()), default)
            known[one.pipeline_id] = limit
        seconds = int(((one.end_date or now) - one.start_date).total_seconds())
        if seconds > limit.seconds:
            yield LongRun(
                one.pipeline_id,
                one.name,
                one.job_key,
                one.execution_id,
                one.run_id,
                one.start_date,
                one.end_date,
                seconds,
                limit,
            )


def _threshold(told: Any) -> int | None:
    """Anyone may write anything into a pipeline's args; what is no number of seconds is no rule."""
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    return int(told) if 0 < told <= MAX_THRESHOLD_SECONDS else None


def _late_breach(late: LatePipeline) -> Breach:
    return Breach(late.pipeline_id, "data_age", late.since, late.limit)


def _long_breach(run: LongRun) -> Breach:
    return Breach(
        run.pipeline_id,
        "execution",
        run.start_date,
        run.limit.says,
        run.run_id,
        run.duration_seconds,
        run.limit.seconds,
    )
