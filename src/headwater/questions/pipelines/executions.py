"""Starting and ending an execution: the row and its events in one transaction.

Rows are always locked in the order pipeline, execution, log, so that two requests never wait for each other.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from headwater.errors import BadInputError, ConflictError, NotFoundError
from headwater.model.watermark import Span, beginning, is_beyond, overlap
from headwater.questions.pipelines import events
from headwater.questions.record import record
from headwater.store.queries.pipelines import executions, lineage, pipelines
from headwater.store.queries.pipelines.executions import EXECUTIONS, ExecutionRow, ParentRun
from headwater.store.queries.pipelines.pipelines import PIPELINES, PipelineRow
from headwater.store.queries.rows import Connection

# What a wrong clock says would be the newest change for as long as that clock is ahead.
MAX_AHEAD = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ExecutionStart:
    """What a client sends at the start; bounds it leaves out are those of the pipeline."""

    pipeline_id: int
    start_date: datetime | None = None
    full_load: bool = False
    watermark: str | None = None
    next_watermark: str | None = None
    parent_id: int | None = None
    execution_metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ExecutionEnd:
    id: int
    end_date: datetime | None = None
    completed_successfully: bool = True
    inserts: int | None = None
    updates: int | None = None
    soft_deletes: int | None = None
    total_rows: int | None = None
    execution_metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class StartedExecution:
    """`active_executions` of the same pipeline had not ended; those in `overlaps` read some of the same."""

    execution: ExecutionRow
    active_executions: tuple[int, ...]
    overlaps: tuple[int, ...]
    position: int


def start(
    connection: Connection, new: ExecutionStart, now: datetime, new_id: Callable[[], UUID] = uuid4
) -> StartedExecution:
    _refuse_future("start_date", new.start_date, now)
    with connection.transaction():
        pipeline = _pipeline(connection, new.pipeline_id)
        parent = _parent(connection, new.parent_id)
        # Read while the pipeline is locked, so that of two starts at once the second sees the first.
        others = executions.active(connection, pipeline.id)
        execution = _begin(connection, new, _span(pipeline, new), now, new_id())
        touched = lineage.datasets(connection, pipeline.id)
        event = events.started(pipeline, execution, parent, touched)
        position = record(connection, {"pipeline_execution": {execution.id}}, now, [event])
    own = Span(execution.watermark, execution.next_watermark)
    return StartedExecution(
        execution,
        tuple(other.id for other in others),
        tuple(other.id for other in others if overlap(own, Span(other.watermark, other.next_watermark))),
        position,
    )


def end(connection: Connection, ending: ExecutionEnd, now: datetime) -> int:
    """The position of the event in the log."""
    _refuse_future("end_date", ending.end_date, now)
    with connection.transaction():
        pipeline, begun = _locked(connection, ending.id)
        if begun.end_date is not None:
            raise ConflictError(f"Pipeline Execution {begun.id} has already ended")
        execution = _ended(begun, ending, ending.end_date or now)
        executions.end(connection, execution)
        written = {"pipeline_execution": {execution.id}}
        if execution.completed_successfully:
            _succeed(connection, pipeline, execution, now)
            written["pipeline"] = {pipeline.id}
        touched = lineage.datasets(connection, pipeline.id)
        return record(connection, written, now, [events.ended(pipeline, execution, touched)])


def _refuse_future(field: str, given: datetime | None, now: datetime) -> None:
    if given is not None and given > now + MAX_AHEAD:
        raise BadInputError(field, f"lies more than a day after now, which is {now.isoformat()}")


def _begin(
    connection: Connection, new: ExecutionStart, span: Span, now: datetime, run_id: UUID
) -> ExecutionRow:
    values: dict[str, Any] = {
        "run_id": run_id,
        "parent_id": new.parent_id,
        "pipeline_id": new.pipeline_id,
        "start_date": new.start_date or now,
        "full_load": new.full_load,
        "watermark": span.low,
        "next_watermark": span.high,
        "execution_metadata": new.execution_metadata,
    }
    number = executions.start(connection, **values)
    return ExecutionRow(id=number, **values)


def _succeed(connection: Connection, pipeline: PipelineRow, execution: ExecutionRow, now: datetime) -> None:
    reached = execution.next_watermark
    moved = reached if reached is not None and _moves(pipeline, execution, reached) else None
    pipelines.succeeded(connection, pipeline.id, execution, moved, now)


def _pipeline(connection: Connection, number: int) -> PipelineRow:
    pipeline = PIPELINES.locked(connection, number)
    if pipeline is None:
        raise NotFoundError("Pipeline Not Found")
    return pipeline


def _parent(connection: Connection, number: int | None) -> ParentRun | None:
    if number is None:
        return None
    parent = executions.parent(connection, number)
    if parent is None:
        raise NotFoundError("Parent Pipeline Execution Not Found")
    return parent


def _locked(connection: Connection, number: int) -> tuple[PipelineRow, ExecutionRow]:
    # The pipeline first, though the execution was asked for: every request locks in that order.
    pipeline = pipelines.locked_of(connection, number)
    execution = EXECUTIONS.locked(connection, number) if pipeline is not None else None
    if pipeline is None or execution is None:
        raise NotFoundError("Pipeline Execution Not Found")
    return pipeline, execution


def _span(pipeline: PipelineRow, new: ExecutionStart) -> Span:
    """The range that this execution gets and keeps, whatever is sent to the pipeline meanwhile."""
    high = new.next_watermark if new.next_watermark is not None else pipeline.next_watermark
    # A full load without a bound reads from the very beginning, whatever the pipeline has reached.
    if new.watermark is not None or new.full_load:
        return Span(new.watermark, high)
    return Span(beginning(pipeline.watermark, high), high)


def _ended(begun: ExecutionRow, ending: ExecutionEnd, end_date: datetime) -> ExecutionRow:
    if end_date < begun.start_date:
        raise BadInputError("end_date", f"lies before the start at {begun.start_date.isoformat()}")
    # What the end says goes over what the start said, key by key.
    metadata = {**(begun.execution_metadata or {}), **(ending.execution_metadata or {})}
    return replace(
        begun,
        end_date=end_date,
        duration_seconds=int((end_date - begun.start_date).total_seconds()),
        completed_successfully=ending.completed_successfully,
        inserts=ending.inserts,
        updates=ending.updates,
        soft_deletes=ending.soft_deletes,
        total_rows=ending.total_rows,
        execution_metadata=metadata or None,
    )


def _moves(pipeline: PipelineRow, execution: ExecutionRow, reached: str) -> bool:
    if pipeline.watermark is None:
        return True
    started, setter = pipeline.watermark_started_at, pipeline.watermark_execution_id
    # Neither is set where a person set the watermark: a value that has no order is then always taken.
    before = (started, setter) if started is not None and setter is not None else None
    return is_beyond(reached, pipeline.watermark, (execution.start_date, execution.id), before)
