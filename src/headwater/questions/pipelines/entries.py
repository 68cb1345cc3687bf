"""Pipelines as a list shows them: latest runs, success, bands of what is normal, and the next run."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import numpy as np

from headwater.answers.pipelines import Band, PipelineEntry, PipelineState, RunBar
from headwater.health import Expectation
from headwater.health.normal import LEAST_RUNS
from headwater.health.rhythm import LATEST_STARTS
from headwater.questions.operations.job_health import next_run
from headwater.questions.pipelines.risk import FAILED
from headwater.store.expected_runs import expected_after, runs_often
from headwater.store.queries import nodes
from headwater.store.queries.pipelines import pipeline_labels, recent_runs, timely
from headwater.store.queries.pipelines.latest_states import LatestState
from headwater.store.queries.pipelines.pipeline_labels import PipelineLabel
from headwater.store.queries.pipelines.recent_runs import RecentRun
from headwater.store.queries.pipelines.timely import Age
from headwater.store.queries.rows import Connection

FINISHED = 50
# Nine of ten runs lie between these.
LOW, MIDDLE, HIGH = 5, 50, 95


def state_of(state: LatestState, waits: bool) -> PipelineState:
    """What asks for attention first comes first."""
    if state.state in FAILED:
        return "failed"
    if state.late_at is not None:
        return "late"
    if waits:
        return "at_risk"
    known: dict[str | None, PipelineState] = {"RUNNING": "running", "COMPLETE": "succeeded"}
    return known.get(state.state, "unknown")


def entries(
    connection: Connection,
    states: Sequence[LatestState],
    causes: dict[int, list[int]],
    until: datetime,
    shown_runs: int,
) -> tuple[PipelineEntry, ...]:
    """One for each state, in their order."""
    jobs = [state.job_id for state in states]
    runs = recent_runs.of_jobs(connection, jobs, until)
    labels = pipeline_labels.of_jobs(connection, jobs)
    ages = {age.job_id: age for age in timely.ages_of(connection, jobs)}
    upstream = nodes.names(connection, {cause for job in jobs for cause in causes.get(job, ())})
    return tuple(
        _entry(
            connection,
            state,
            labels[state.job_id],
            runs[state.job_id],
            ages.get(state.job_id),
            [str(upstream[cause]) for cause in causes.get(state.job_id, ()) if cause in upstream],
            until,
            shown_runs,
        )
        for state in states
    )


def _entry(
    connection: Connection,
    state: LatestState,
    label: PipelineLabel,
    runs: Sequence[RecentRun],
    age: Age | None,
    waits_for: Sequence[str],
    until: datetime,
    shown_runs: int,
) -> PipelineEntry:
    finished = [run for run in runs if run.ended_at is not None][:FINISHED]
    completed = [run for run in runs if run.state == "COMPLETE"]
    good = sum(run.state == "COMPLETE" for run in finished)
    return PipelineEntry(
        id=f"job:{label.namespace}/{label.name}",
        namespace=label.namespace,
        name=label.name,
        type=label.type,
        owners=tuple(label.owners),
        tags=tuple(label.tags),
        state=state_of(state, bool(waits_for)),
        muted=state.muted,
        active=label.active,
        parent=runs[0].parent if runs else None,
        runs=tuple(_bar(run) for run in runs[:shown_runs]),
        finished=len(finished),
        success_rate=round(good / len(finished), 4) if finished else None,
        duration=_band(run.seconds for run in completed),
        rows=_band(run.rows for run in completed),
        next_run=next_run(
            None if label.streaming else _rhythm(connection, state.job_id, runs, until), age, until
        ),
        waits_for=tuple(waits_for),
    )


def _bar(run: RecentRun) -> RunBar:
    return RunBar(
        run.run_id, run.state, run.began_at, run.ended_at, run.seconds, run.rows, tuple(run.unusual)
    )


def _band(values: Iterable[float | None]) -> Band | None:
    known = [value for value in values if value is not None]
    if len(known) < LEAST_RUNS:
        return None
    low, median, high = np.percentile(known, [LOW, MIDDLE, HIGH]).tolist()
    return Band(len(known), low, median, high)


def _rhythm(
    connection: Connection, job: int, runs: Sequence[RecentRun], until: datetime
) -> Expectation | None:
    starts = [run.began_at for run in runs[:LATEST_STARTS]]
    members = nodes.members(connection, job) if runs_often(starts) else ()
    return expected_after(connection, members, starts, until)
