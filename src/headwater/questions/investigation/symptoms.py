"""What was observed around an alert: runs, tests and column profiles, those that went well included."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from typing import Any

import msgspec

from headwater.health.normal import FAR, hour_of_week, normal, normal_at
from headwater.health.rhythm import LEAST_GAPS, SLACK, Expectation, expected_next
from headwater.questions.investigation.neighbourhood import NamedLineage
from headwater.store.expected_runs import runs_often
from headwater.store.queries import job_health
from headwater.store.queries.evidence import results, runs
from headwater.store.queries.evidence.results import ProfileRow, TestResult
from headwater.store.queries.evidence.runs import JobOutcomes, JobStart, MeasuredRun, WindowRun
from headwater.store.queries.rows import Connection
from headwater.timemachine.evidence import Observation, Sign

MOST_RUNS, MOST_TESTS = 2_000, 1_500
# The nearest of them: what is normal takes a look at the history of each.
COMPARED_JOBS, COMPARED_DATASETS = 200, 150
# By the time of an alert, that a run has not begun is evidence sooner than it is an alarm of its own.
NOT_BEGUN_SLACK = 0.05
# Of a profile: columns that are looked at.
MOST_COLUMNS = 200

Profile = dict[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Window:
    since: datetime
    until: datetime

    def holds(self, moment: datetime | None) -> bool:
        return moment is not None and self.since < moment <= self.until


@dataclass(frozen=True, slots=True)
class Symptoms:
    observations: tuple[Observation, ...]
    missing: tuple[str, ...]


def observed(connection: Connection, named: NamedLineage, window: Window) -> Symptoms:
    since, until = window.since, window.until
    ran = runs.in_window(connection, named.jobs, since, until, MOST_RUNS)
    active = sorted({run.job_id for run in ran})
    outcomes = runs.outcomes_before(connection, active, since)
    near = named.scheduled_jobs[:COMPARED_JOBS]
    tested = results.tests(connection, named.members(named.datasets), since, until, MOST_TESTS)
    profiled = results.profiles(connection, named.members(named.datasets[:COMPARED_DATASETS]), since, until)
    found = [
        *_run_states(named, ran, outcomes),
        *_unusual_runs(named, runs.measured(connection, near, since, until), window),
        *_late_runs(connection, named, runs.starts(connection, near, until), window),
        *_test_results(named, tested),
        *_profiles(named, profiled, window),
    ]
    return Symptoms(tuple(found), tuple(_missing(named, ran, tested, profiled)))


def _missing(
    named: NamedLineage,
    ran: Sequence[WindowRun],
    tested: Sequence[TestResult],
    profiled: Sequence[ProfileRow],
) -> Iterator[str]:
    if not ran:
        yield "No run of any job around it is known in this time."
    if len(ran) >= MOST_RUNS:
        yield f"Of the runs, only the latest {MOST_RUNS:,} were looked at."
    if not tested:
        yield "No result of a test is known in this time."
    if len(tested) >= MOST_TESTS:
        yield f"Of the test results, only {MOST_TESTS:,} were looked at, failed ones first."
    if not profiled:
        yield "No column profiles are known: producers send them as `dataQualityMetrics`."
    if len(named.scheduled_jobs) > COMPARED_JOBS:
        yield f"Whether runs were late or unusual was looked at for the nearest {COMPARED_JOBS} jobs."


def _run_states(
    named: NamedLineage, ran: Sequence[WindowRun], outcomes: dict[int, JobOutcomes]
) -> Iterator[Observation]:
    for run in ran:
        entity = named.entity(run.job_id)
        if run.end_state is None or run.ended_at is None or entity is None:
            continue
        healthy = run.end_state == "COMPLETE"
        before = outcomes.get(run.job_id)
        rate = before.failed / before.finished if before and before.finished else None
        yield Observation(
            id=f"run:{run.run_id}",
            sign=Sign.RUN_SUCCEEDED if healthy else Sign.RUN_FAILED,
            entity=entity,
            time=run.ended_at,
            started=run.began_at,
            name=entity.name,
            message=run.message or "",
            query=run.text or "",
            base_rate=rate,
            run=str(run.run_id),
            event_id=str(run.event_id) if run.event_id else None,
            partitions=_partitions(run.subset),
        )


def _partitions(subset: Any) -> tuple[str, ...]:
    """From the `subset` facet of what a run wrote, as short texts."""
    if not isinstance(subset, dict):
        return ()
    condition = subset.get("outputCondition") or subset.get("inputCondition")
    parts = condition.get("partitions") if isinstance(condition, dict) else None
    listed = parts if isinstance(parts, list) else [condition] if condition else []
    texts = (one.get("identifier") or one.get("dimensions") or one for one in listed if isinstance(one, dict))
    return tuple(one if isinstance(one, str) else msgspec.json.encode(one).decode()[:200] for one in texts)[
        :20
    ]


def _unusual_runs(
    named: NamedLineage, measured: Sequence[MeasuredRun], window: Window
) -> Iterator[Observation]:
    by_job: dict[int, list[MeasuredRun]] = defaultdict(list)
    for run in measured:
        by_job[run.job_id].append(run)
    for ran in by_job.values():
        before = [run for run in ran if run.ended_at <= window.since]
        for run in ran:
            if window.holds(run.ended_at):
                yield from _unusual(named, run, before)


def _unusual(named: NamedLineage, run: MeasuredRun, before: Sequence[MeasuredRun]) -> Iterator[Observation]:
    entity = named.entity(run.job_id)
    for measure in ("duration", "rows", "bytes"):
        value = getattr(run, measure)
        reported = [other for other in before if getattr(other, measure) is not None]
        usual = normal_at(
            hour_of_week(run.began_at),
            [getattr(other, measure) for other in reported],
            [hour_of_week(other.began_at) for other in reported],
            measure,
        )
        if value is None or usual is None or entity is None or abs(usual.score(value)) <= FAR:
            continue
        if measure == "duration" and value < usual.median:
            continue
        empty = measure == "rows" and value == 0
        sign = Sign.RUN_LONG if measure == "duration" else Sign.RUN_EMPTY if empty else Sign.RUN_UNUSUAL
        unit = "s" if measure == "duration" else f" {measure}"
        yield Observation(
            id=f"{measure}:{run.run_id}",
            sign=sign,
            entity=entity,
            time=run.ended_at,
            started=run.began_at,
            name=entity.name,
            message=f"{value:,.0f}{unit}, where {usual.median:,.0f}{unit} are usual",
            run=str(run.run_id),
            event_id=str(run.event_id),
        )


def _late_runs(
    connection: Connection, named: NamedLineage, started: Sequence[JobStart], window: Window
) -> Iterator[Observation]:
    by_job: dict[int, list[JobStart]] = defaultdict(list)
    for start in started:
        by_job[start.job_id].append(start)
    for job, starts in by_job.items():
        entity = named.entity(job)
        if entity is None or len(starts) <= LEAST_GAPS:
            continue
        times = [start.began_at for start in starts]
        hours = cache(partial(_hours, connection, named.members([job]), times))
        for place, start in enumerate(starts):
            if place <= LEAST_GAPS or not window.holds(start.began_at):
                continue
            if due := _overdue(times[:place], start.began_at, hours):
                yield Observation(
                    id=f"late:{start.run_id}",
                    sign=Sign.RUN_LATE,
                    entity=entity,
                    time=start.began_at,
                    name=entity.name,
                    message=f"due at {due.expected_at:%Y-%m-%d %H:%M} UTC",
                    run=str(start.run_id),
                )
        due = _overdue(times, window.until, hours, NOT_BEGUN_SLACK)
        if due is not None and window.holds(due.expected_at):
            assert due.expected_at is not None
            yield Observation(
                id=f"missing:{entity.namespace}/{entity.name}",
                sign=Sign.RUN_MISSING,
                entity=entity,
                time=due.expected_at,
                name=entity.name,
                message=f"due at {due.expected_at:%Y-%m-%d %H:%M} UTC, and not begun",
            )


def _hours(connection: Connection, members: Sequence[int], times: Sequence[datetime]) -> Sequence[datetime]:
    """In which the job ran, where its latest starts alone do not tell."""
    often = runs_often(times[::-1])
    return job_health.active_hours(connection, members, times[-1], times[-1]) if often else ()


def _overdue(
    starts: Sequence[datetime],
    moment: datetime,
    hours: Callable[[], Sequence[datetime]],
    slack: float = SLACK,
) -> Expectation | None:
    """What had been due before that moment; in which hours a job runs is asked only if it looks late."""
    due = expected_next(starts, moment, slack=slack)
    if due is not None and due.overdue:
        due = expected_next(starts, moment, hours(), slack)
    return due if due is not None and due.overdue else None


def _test_results(named: NamedLineage, tested: Sequence[TestResult]) -> Iterator[Observation]:
    for one in tested:
        entity = named.entity(one.dataset_id)
        if entity is None:
            continue
        said = one.value if isinstance(one.value, dict) else {}
        words = (said.get("message"), said.get("actual"), said.get("description"))
        yield Observation(
            id=f"test:{one.key}",
            sign=Sign.ASSERTION_PASSED if one.success else Sign.ASSERTION_FAILED,
            entity=entity,
            time=one.at,
            column=one.field,
            name=one.name,
            message="; ".join(str(word) for word in words if word not in (None, ""))[:4000],
            base_rate=one.failed / one.results if one.results else None,
            run=str(one.run_id) if one.run_id else None,
            event_id=str(one.event_id),
        )


def _profiles(named: NamedLineage, profiled: Sequence[ProfileRow], window: Window) -> Iterator[Observation]:
    by_dataset: dict[int, list[ProfileRow]] = defaultdict(list)
    for row in profiled:
        by_dataset[row.dataset_id].append(row)
    for dataset, rows in by_dataset.items():
        entity = named.entity(dataset)
        within = [row for row in rows if window.holds(row.at)]
        if entity is None or not within:
            continue
        history: dict[tuple[str, str], list[float]] = defaultdict(list)
        for row in rows:
            if row.at <= window.since:
                for place, value in _measures(row.value).items():
                    history[place].append(value)
        for row in within:
            yield from _judged_profile(named, row, history)


def _judged_profile(
    named: NamedLineage, row: ProfileRow, history: dict[tuple[str, str], list[float]]
) -> Iterator[Observation]:
    entity = named.entity(row.dataset_id)
    words: dict[str, list[str]] = {}
    for (column, measure), value in _measures(row.value).items():
        usual = normal(history[column, measure], "rows")
        if usual is None:
            continue
        said = words.setdefault(column, [])
        if abs(usual.score(value)) > FAR:
            said.append(f"{measure} {value:g}, where {usual.median:g} is usual")
    for column, said in words.items():
        assert entity is not None
        yield Observation(
            id=f"profile:{row.run_id}:{row.dataset_id}:{column}",
            sign=Sign.PROFILE_UNUSUAL if said else Sign.PROFILE_NORMAL,
            entity=entity,
            time=row.at,
            column=column or None,
            name=entity.name,
            message="; ".join(said),
            run=str(row.run_id),
            event_id=str(row.event_id),
        )


def _measures(value: Any) -> Profile:
    """Of a profile: by column and measure; the share of nulls in percent, so that one point is little."""
    found: Profile = {}
    if not isinstance(value, dict):
        return found
    rows = _number(value.get("rowCount"))
    columns = value.get("columnMetrics")
    for column, metrics in list((columns if isinstance(columns, dict) else {}).items())[:MOST_COLUMNS]:
        if not isinstance(metrics, dict):
            continue
        nulls, count = _number(metrics.get("nullCount")), _number(metrics.get("count"))
        total = rows or count
        if nulls is not None and total:
            found[column, "null share in percent"] = 100 * nulls / total
        for key, name in (("distinctCount", "distinct values"), ("min", "minimum"), ("max", "maximum")):
            number = _number(metrics.get(key))
            if number is not None:
                found[column, name] = number
    return found


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
