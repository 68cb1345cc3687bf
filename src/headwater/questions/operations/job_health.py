"""Is a job well: how its runs end, how long they take, when the next is due, and what was unusual."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from headwater.answers.health import Anomalies, JobHealth, NextRun, RowsTrend
from headwater.answers.runs import LatestRuns, Run
from headwater.errors import BadParameterError
from headwater.health import Expectation, Trend, trend
from headwater.health.lateness import next_due
from headwater.model.times import iso
from headwater.questions import resolve
from headwater.questions.parameters import AsOf, JobName
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.store import analytics
from headwater.store.expected_runs import expected_run
from headwater.store.queries import catalog, nodes, runs
from headwater.store.queries import job_health as history
from headwater.store.queries.pipelines import timely
from headwater.store.queries.pipelines.timely import Age
from headwater.store.queries.rows import Connection
from headwater.store.queries.runs import RunFilter

SHOWN_RUNS = 20
SHOWN_ANOMALIES = 50


@question("/jobs/{name}/health", topic="jobs")
def job_health(reading: Reading, name: JobName, as_of: AsOf = None) -> JobHealth:
    """How its runs end, how long they take, when the next is due, and what was out of the ordinary."""
    connection, until = reading.connection, as_of or reading.clock()
    job = resolve.entity(connection, name, resolve.JOB)
    members = nodes.members(connection, job.id)
    entry = catalog.find(connection, job.id)
    if as_of and entry and entry.first_seen and as_of < entry.first_seen:
        first = iso(entry.first_seen)
        raise BadParameterError("as_of", f"nothing is known of that time: the job is known since {first}")
    streaming = bool(entry and entry.streaming)
    outcomes = history.outcomes(connection, members, until)
    rows = history.rows_written(connection, members, until)
    computed = analytics.last_run(connection, analytics.BASELINES)
    anomalies = history.anomalies(connection, members, until, SHOWN_ANOMALIES)
    return JobHealth(
        job=job.node_id,
        as_of=until,
        streaming=streaming,
        finished=outcomes.finished,
        completed=outcomes.completed,
        failed=outcomes.failed,
        aborted=outcomes.aborted,
        success_rate=round(outcomes.completed / outcomes.finished, 4) if outcomes.finished else None,
        durations=history.durations(connection, members, until),
        next_run=next_run_of(connection, members, streaming, until),
        rows=tuple(rows),
        rows_trend=_trend(trend(rows)),
        baselines=history.baselines(connection, members),
        baselines_at=computed.computed_at if computed else None,
        # The clocks of two machines differ: without a moment asked for, nothing is later than it.
        baselines_are_later=bool(as_of and computed and computed.computed_at > until),
        anomalies=Anomalies(anomalies.items, anomalies.total),
        latest_runs=_latest_runs(connection, members, until),
    )


def next_run_of(
    connection: Connection, members: Sequence[int], streaming: bool, until: datetime
) -> NextRun | None:
    """When the next run of the job with these ids is due; None where nobody can say."""
    # A job that streams has no next run to wait for, but its data can be too old.
    rhythm = None if streaming else expected_run(connection, members, until)
    return next_run(rhythm, timely.age_of(connection, members), until)


def next_run(rhythm: Expectation | None, age: Age | None, until: datetime) -> NextRun | None:
    """By the rule of the job where it has one and changed something, else by its rhythm."""
    # Rules and changes are known as they are now: they do not judge what is asked about the past.
    known = age if age and age.last_change and age.last_change <= until else None
    expected = next_due(rhythm, known.last_change, known.rule, until) if known else rhythm
    if expected is None:
        return None
    return NextRun(
        expected_at=expected.expected_at,
        late_after=expected.late_after,
        usual_gap_seconds=expected.usual_gap_seconds,
        overdue=expected.overdue,
    )


def _trend(found: Trend | None) -> RowsTrend | None:
    return RowsTrend(found.recent, found.earlier, found.change, found.direction) if found else None


def _latest_runs(connection: Connection, members: Sequence[int], until: datetime) -> LatestRuns:
    page = runs.listed(connection, RunFilter(job=members, until=until), SHOWN_RUNS)
    return LatestRuns(tuple(_as_it_stood(run, until) for run in page.items), page.total)


def _as_it_stood(run: Run, until: datetime) -> Run:
    """A run that ended later was running; when it was last heard of before that is not kept."""
    if run.last_seen is not None and run.last_seen > until:
        run = msgspec.structs.replace(run, last_seen=None)
    if run.ended_at is None or run.ended_at <= until:
        return run
    return msgspec.structs.replace(run, state="RUNNING", ended_at=None, duration_seconds=None)
