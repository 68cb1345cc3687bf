"""Starting and ending executions: rows and their events in one transaction, of one call or of many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from headwater.errors import BadInputError, ConflictError, HeadwaterError
from headwater.model.events import Event
from headwater.model.watermark import Span, beginning, is_beyond, overlap
from headwater.questions.pipelines import events
from headwater.questions.pipelines.execution_state import ExecutionState, Needed, after_success
from headwater.store.queries.pipelines.executions import ExecutionRow
from headwater.store.queries.pipelines.pipelines import PipelineRow
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
    position: int = 0
    """In the log: its event stands there or before."""


@dataclass(frozen=True, slots=True)
class EndedExecution:
    execution: ExecutionRow
    position: int = 0


Call = ExecutionStart | ExecutionEnd
Outcome = StartedExecution | EndedExecution | HeadwaterError


def start(
    connection: Connection, new: ExecutionStart, now: datetime, new_id: Callable[[], UUID] = uuid4
) -> StartedExecution:
    [outcome] = start_and_end(connection, [new], now, new_id)
    if isinstance(outcome, HeadwaterError):
        raise outcome
    assert isinstance(outcome, StartedExecution)
    return outcome


def end(connection: Connection, ending: ExecutionEnd, now: datetime) -> EndedExecution:
    [outcome] = start_and_end(connection, [ending], now)
    if isinstance(outcome, HeadwaterError):
        raise outcome
    assert isinstance(outcome, EndedExecution)
    return outcome


def start_and_end(
    connection: Connection,
    calls: Sequence[Call],
    now: datetime,
    new_id: Callable[[], UUID] = uuid4,
    lock_seconds: float | None = None,
) -> list[Outcome]:
    """What becomes of each call, in their order, in one transaction; one that is refused changes nothing.

    With `lock_seconds` it gives up where somebody else holds a lock for so long.
    """
    with connection.transaction():
        if lock_seconds is not None:
            connection.execute(f"set local lock_timeout to {round(lock_seconds * 1000)}")
        state = ExecutionState(connection, _needed(calls))
        if lock_seconds is not None:
            # The log is everybody's: it is waited for.
            connection.execute("set local lock_timeout to 0")
        said: list[Event] = []
        outcomes = [_outcome(state, call, now, new_id, said) for call in calls]
        position = state.write(connection, now, said) if said else 0
    return [one if isinstance(one, HeadwaterError) else replace(one, position=position) for one in outcomes]


def _needed(calls: Sequence[Call]) -> Needed:
    starts = [call for call in calls if isinstance(call, ExecutionStart)]
    return Needed(
        starting=[call.pipeline_id for call in starts],
        ending=[call.id for call in calls if isinstance(call, ExecutionEnd)],
        parents=[call.parent_id for call in starts if call.parent_id is not None],
    )


def _outcome(
    state: ExecutionState, call: Call, now: datetime, new_id: Callable[[], UUID], said: list[Event]
) -> Outcome:
    try:
        if isinstance(call, ExecutionStart):
            return _start(state, call, now, new_id(), said)
        return _end(state, call, now, said)
    except HeadwaterError as error:
        return error


def _start(
    state: ExecutionState, new: ExecutionStart, now: datetime, run_id: UUID, said: list[Event]
) -> StartedExecution:
    _refuse_future("start_date", new.start_date, now)
    pipeline, parent = state.pipeline(new.pipeline_id), state.parent(new.parent_id)
    others = state.active(pipeline.id)
    own = _span(pipeline, new)
    execution = _begun(state.next_number(), new, own, now, run_id)
    said.append(events.started(pipeline, execution, parent, state.touched(pipeline.id)))
    state.start(execution)
    return StartedExecution(
        execution,
        tuple(other.id for other in others),
        tuple(other.id for other in others if overlap(own, Span(other.watermark, other.next_watermark))),
    )


def _end(state: ExecutionState, ending: ExecutionEnd, now: datetime, said: list[Event]) -> EndedExecution:
    _refuse_future("end_date", ending.end_date, now)
    begun = state.execution(ending.id)
    pipeline = state.pipeline(begun.pipeline_id)
    if begun.end_date is not None:
        raise ConflictError(f"Pipeline Execution {begun.id} has already ended")
    execution = _ended(begun, ending, ending.end_date or now)
    said.append(events.ended(pipeline, execution, state.touched(pipeline.id)))
    state.end(execution)
    if execution.completed_successfully:
        state.succeed(after_success(pipeline, execution, _moved(pipeline, execution), now))
    return EndedExecution(execution)


def _refuse_future(field: str, given: datetime | None, now: datetime) -> None:
    if given is not None and given > now + MAX_AHEAD:
        raise BadInputError(field, f"lies more than a day after now, which is {now.isoformat()}")


def _begun(number: int, new: ExecutionStart, span: Span, now: datetime, run_id: UUID) -> ExecutionRow:
    return ExecutionRow(
        id=number,
        run_id=run_id,
        parent_id=new.parent_id,
        pipeline_id=new.pipeline_id,
        start_date=new.start_date or now,
        full_load=new.full_load,
        watermark=span.low,
        next_watermark=span.high,
        execution_metadata=new.execution_metadata,
    )


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


def _moved(pipeline: PipelineRow, execution: ExecutionRow) -> str | None:
    """The watermark that its success sets, if it sets one."""
    reached = execution.next_watermark
    return reached if reached is not None and _moves(pipeline, execution, reached) else None


def _moves(pipeline: PipelineRow, execution: ExecutionRow, reached: str) -> bool:
    if pipeline.watermark is None:
        return True
    started, setter = pipeline.watermark_started_at, pipeline.watermark_execution_id
    # Neither is set where a person set the watermark: a value that has no order is then always taken.
    before = (started, setter) if started is not None and setter is not None else None
    return is_beyond(reached, pipeline.watermark, (execution.start_date, execution.id), before)
