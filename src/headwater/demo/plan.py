"""When every job runs: thirty days of schedules, bent by ordinary noise and by the one bad night.

Chance is a function of the seed and of what is asked, so no part of the plan depends on another's order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from headwater.demo.events import run_id
from headwater.demo.model import Identity, RunDelay, RunFailure, Shop, ShopDataset, ShopJob

# The night of the incident, and the moment at which the pager rings and the history ends.
NIGHT = date(2026, 4, 20)
END = datetime(2026, 4, 20, 4, 0, tzinfo=UTC)
DAYS = tuple(NIGHT - timedelta(days=back) for back in range(29, -1, -1))
BEGIN = datetime.combine(DAYS[0], time(), tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RunError:
    message: str
    language: str
    trace: str


@dataclass(frozen=True, slots=True)
class PlannedRun:
    run_id: str
    due: datetime
    next_due: datetime
    started: datetime
    ended: datetime
    error: RunError | None = None

    @property
    def outcome(self) -> str:
        return "FAIL" if self.error else "COMPLETE"


def chance(seed: int, *about: object) -> Random:
    return Random(f"{seed}/{'/'.join(map(str, about))}")


def seconds(low: float, high: float, rng: Random) -> timedelta:
    return timedelta(milliseconds=rng.randint(int(low * 1000), int(high * 1000)))


def moment(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, tzinfo=UTC)


def rows_on(dataset: ShopDataset, day: date, seed: int) -> int:
    """How many rows a dataset gains that day: more at weekends, slowly growing, never quite the same."""
    # Tables this small have a row for each of a fixed few things, such as currencies, and do not grow.
    if dataset.rows < 50:
        return dataset.rows
    weekend = 1.22 if day.weekday() >= 5 else 1.0
    growth = 1 + 0.002 * (day - DAYS[0]).days
    return round(dataset.rows * weekend * growth * chance(seed, dataset.key, day).uniform(0.96, 1.04))


def planned_runs(job: ShopJob, shop: Shop, seed: int) -> Iterator[PlannedRun]:
    every = timedelta(days=1) if len(job.at) == 1 else _gap(job.at)
    for due in (moment(day, clock) for day in DAYS for clock in job.at):
        if job.since is None or due > job.since:
            yield from _attempts(job, due, due + every, shop, seed)


def _gap(clocks: tuple[time, ...]) -> timedelta:
    # The times of a job lie evenly, so the first two tell the distance of all.
    return timedelta(hours=clocks[1].hour - clocks[0].hour)


def _attempts(job: ShopJob, due: datetime, next_due: datetime, shop: Shop, seed: int) -> Iterator[PlannedRun]:
    rng = chance(seed, job.id.name, due)
    delay = _delay(job.id.name, due, shop)
    incident = shop.incident
    started = due + seconds(4, 35, rng) + timedelta(minutes=delay.late_minutes)
    # In seconds: a planned minute takes between 50 and 70.
    took = seconds(job.minutes * 50, job.minutes * 70, rng) * delay.slower
    broken = _failure(job.id.name, due, shop)
    first, second = (run_id(seed, job.id, due, attempt) for attempt in (1, 2))

    if due.date() == NIGHT and job.id.name in incident.pipelines_failed:
        # No second attempt: a column that is gone would be missing again.
        error = RunError(incident.error, "SQL", stack_trace(incident.error, job.path, job.sql))
        yield PlannedRun(first, due, next_due, started, incident.pipelines_failed[job.id.name], error)
    elif broken:
        failed = started + took / 2
        again = failed + timedelta(minutes=broken.retry_after_minutes)
        yield PlannedRun(first, due, next_due, started, failed, _error(broken, job))
        yield PlannedRun(second, due, next_due, again, again + took)
    else:
        yield PlannedRun(first, due, next_due, started, started + took)


def _delay(job: str, due: datetime, shop: Shop) -> RunDelay:
    return next((d for d in shop.delays if (d.job, d.due) == (job, due)), RunDelay(job, due))


def _failure(job: str, due: datetime, shop: Shop) -> RunFailure | None:
    return next((f for f in shop.failures if (f.job, f.due) == (job, due)), None)


def stack_trace(error: str, path: str, sql: str) -> str:
    """What the task's log shows: the call, and the line of SQL that names the column."""
    lines = sql.splitlines()
    number, text = next((n, line) for n, line in enumerate(lines, start=1) if "amount_usd)" in line)
    return (
        "Traceback (most recent call last):\n"
        '  File "/opt/shopflow/operators/warehouse_sql.py", line 88, in execute\n'
        "    cursor.execute(self.sql)\n"
        f"{error}\n"
        f"{path}, LINE {number}: {text.strip()}"
    )


def _error(failure: RunFailure, job: ShopJob) -> RunError:
    trace = f"Traceback (most recent call last):\n  in {job.path}\n{failure.message}"
    return RunError(failure.message, failure.language, trace)


def dag_run_id(dag: Identity, clock: time, day: date, seed: int) -> str:
    return run_id(seed, dag, moment(day, clock))
