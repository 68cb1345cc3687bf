"""From an alert back to its cause."""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from headwater.answers.investigation import Investigation
from headwater.errors import BadParameterError, RunNotFoundError
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.investigation.answering import answer
from headwater.questions.investigation.due import next_due
from headwater.questions.investigation.evidence import gather
from headwater.questions.parameters import Column, Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.resolve import ResolvedName
from headwater.store.queries import nodes, runs
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Alert
from headwater.timemachine.explanation import ModelName

MAX_DAYS = 90.0
DEFAULT_DAYS = 2.0

Alerted = Annotated[
    str | None,
    Parameter(
        "The dataset, column, dashboard or job that alerted. Required unless `run` is given.",
        examples=("shopflow.sales.orders",),
        min_length=1,
    ),
]
AlertTime = Annotated[
    Moment | None,
    Parameter("When it alerted: nothing later counts. Default now.", examples=("2026-04-20T04:00:00Z",)),
]
LookbackDays = Annotated[
    float, Parameter(f"How many days before the alert a cause is sought, up to {MAX_DAYS:g}. Default 2.")
]
FailedRun = Annotated[
    UUID | None, Parameter("The run that failed, instead of a dataset: its job, at the time when it ended.")
]
Model = Annotated[
    Literal["default", "baseline"],
    Parameter("`baseline` scores by time, type, severity and distance alone. Default `default`."),
]


@question("/investigations", topic="investigations")
def investigate(
    reading: Reading,
    asset: Alerted = None,
    at: AlertTime = None,
    lookback_days: LookbackDays = DEFAULT_DAYS,
    column: Column = None,
    run: FailedRun = None,
    model: Model = "default",
) -> Investigation:
    """Which recorded change explains an alert, with its proof; or that nothing recorded does.

    It walks upstream through the lineage as it was at the time. A change without a path to the alert, in the
    right order of time, is never named. `changes` lists all that changed upstream in the window.
    """
    alerted, ended = _alerted(reading, asset, column, run)
    moment = _alert_time(reading, at, ended)
    since = moment - _lookback(lookback_days)
    task = _failed_task(reading, alerted, run, since, moment)
    whole = alerted
    said: tuple[str, ...] = ()
    if task is not None:
        alerted, run = task
        said = (f"{whole.node.name} failed because of its task {alerted.node.name}, which was looked at.",)
    gathered = gather(reading, alerted.node, since, moment)
    alert = Alert(
        gathered.root,
        moment,
        since,
        alerted.column.field if alerted.column else None,
        str(run) if run else None,
    )
    explained = explain(
        alert, gathered.evidence, gathered.lineage, judge=gathered.judge, model=ModelName(model)
    )
    due = next_due(reading, explained, gathered.lineage, moment)
    found = answer(explained, gathered, run, due)
    return msgspec.structs.replace(found, missing=(*said, *found.missing))


def _failed_task(
    reading: Reading, alerted: ResolvedName, run: UUID | None, since: datetime, until: datetime
) -> tuple[ResolvedName, UUID] | None:
    """Of a run that only starts others, as a DAG does: the one of them that failed first."""
    if alerted.node.kind != NodeKind.JOB:
        return None
    connection = reading.connection
    failed = run or runs.last_failed(connection, [alerted.node.id], since, until)
    task = runs.failed_task(connection, failed, until) if failed else None
    if task is None:
        return None
    return ResolvedName(nodes.names(connection, [task.job_id])[task.job_id]), task.run_id


def _alerted(
    reading: Reading, asset: str | None, column: str | None, run: UUID | None
) -> tuple[ResolvedName, datetime | None]:
    connection = reading.connection
    if asset is not None:
        return resolve.target(connection, asset, column, field="asset"), None
    if run is None:
        raise BadParameterError("asset", "required, unless `run` is given")
    found = runs.job_and_end(connection, run)
    if found is None or found.job_id is None:
        raise RunNotFoundError(str(run))
    return ResolvedName(nodes.names(connection, [found.job_id])[found.job_id]), found.ended_at


def _alert_time(reading: Reading, at: datetime | None, ended: datetime | None) -> datetime:
    now = reading.clock()
    if at is not None and at > now:
        raise BadParameterError("at", f"lies in the future; it is {now:%Y-%m-%dT%H:%M:%SZ}")
    return at or ended or now


def _lookback(days: float) -> timedelta:
    if not 0 < days <= MAX_DAYS:
        raise BadParameterError("lookback_days", f"must be above 0, and at most {MAX_DAYS:g}")
    return timedelta(days=days)
