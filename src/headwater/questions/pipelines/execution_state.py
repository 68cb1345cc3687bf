"""The rows that calls about executions find, locked, and what they leave there: read and written at once.

Rows are always locked in the order pipelines, executions, log, so that no two requests wait for each
other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from headwater.errors import NotFoundError
from headwater.model.events import Event
from headwater.questions.record import record
from headwater.store.queries.pipelines import executions, lineage, pipelines
from headwater.store.queries.pipelines.executions import EXECUTIONS, ActiveExecution, ExecutionRow, ParentRun
from headwater.store.queries.pipelines.lineage import TouchedDataset
from headwater.store.queries.pipelines.pipelines import PIPELINES, PipelineRow
from headwater.store.queries.rows import Connection

Row = TypeVar("Row", ActiveExecution, TouchedDataset)


@dataclass(frozen=True, slots=True)
class Needed:
    """By number: what starts, what ends, and what a start names as its parent."""

    starting: Sequence[int]
    ending: Sequence[int]
    parents: Sequence[int]


class ExecutionState:
    """Each call finds what those before it left."""

    def __init__(self, connection: Connection, needed: Needed) -> None:
        of_ending = executions.pipeline_ids(connection, needed.ending) if needed.ending else {}
        wanted = {*needed.starting, *of_ending.values()}
        self._pipelines = PIPELINES.all_locked(connection, wanted)
        self._executions = EXECUTIONS.all_locked(connection, of_ending) if of_ending else {}
        parents = executions.parents(connection, needed.parents) if needed.parents else ()
        self._parents = {parent.id: parent for parent in parents}
        # Read while the pipelines are locked, so that of two starts at once the second sees the first.
        active = executions.active(connection, sorted(set(needed.starting))) if needed.starting else ()
        self._active = _by_pipeline(active)
        self._touched = _by_pipeline(lineage.datasets(connection, *self._pipelines))
        self._numbers = _numbers(connection, len(needed.starting))
        self._started: dict[int, ExecutionRow] = {}
        self._ended: dict[int, ExecutionRow] = {}
        self._succeeded: dict[int, PipelineRow] = {}

    def pipeline(self, number: int) -> PipelineRow:
        if number not in self._pipelines:
            raise NotFoundError("Pipeline Not Found")
        return self._pipelines[number]

    def execution(self, number: int) -> ExecutionRow:
        found = self._executions.get(number)
        if found is None or found.pipeline_id not in self._pipelines:
            raise NotFoundError("Pipeline Execution Not Found")
        return found

    def parent(self, number: int | None) -> ParentRun | None:
        if number is None:
            return None
        if number not in self._parents:
            raise NotFoundError("Parent Pipeline Execution Not Found")
        return self._parents[number]

    def touched(self, pipeline: int) -> Sequence[TouchedDataset]:
        return self._touched[pipeline]

    def active(self, pipeline: int) -> Sequence[ActiveExecution]:
        return tuple(self._active[pipeline])

    def next_number(self) -> int:
        return next(self._numbers)

    def start(self, started: ExecutionRow) -> None:
        self._started[started.id] = started
        one = ActiveExecution(started.id, started.pipeline_id, started.watermark, started.next_watermark)
        self._active[started.pipeline_id] = [one, *self._active[started.pipeline_id]][: executions.MAX_ACTIVE]

    def end(self, ended: ExecutionRow) -> None:
        self._executions[ended.id] = self._ended[ended.id] = ended
        left = [one for one in self._active[ended.pipeline_id] if one.id != ended.id]
        self._active[ended.pipeline_id] = left

    def succeed(self, pipeline: PipelineRow) -> None:
        self._pipelines[pipeline.id] = self._succeeded[pipeline.id] = pipeline

    def write(self, connection: Connection, now: datetime, events: Sequence[Event]) -> int:
        """Everything that changed, and the events that say so; returns a position at or after theirs."""
        if self._started:
            executions.start(connection, list(self._started.values()))
        if self._ended:
            executions.end(connection, list(self._ended.values()))
        if self._succeeded:
            pipelines.succeeded(connection, list(self._succeeded.values()))
        written = {
            "pipeline_execution": {*self._started, *self._ended},
            "pipeline": set(self._succeeded),
        }
        return record(connection, written, now, events)


def after_success(
    pipeline: PipelineRow, execution: ExecutionRow, watermark: str | None, now: datetime
) -> PipelineRow:
    """Its lineage is loaded, and the counts of the execution say what changed in the targets.

    Without a new watermark, whoever set the old one stays who set it.
    """
    at = execution.end_date
    changed = replace(
        pipeline,
        load_lineage=False,
        last_target_insert=_latest(pipeline.last_target_insert, at, execution.inserts),
        last_target_update=_latest(pipeline.last_target_update, at, execution.updates),
        last_target_soft_delete=_latest(pipeline.last_target_soft_delete, at, execution.soft_deletes),
        updated_at=now,
    )
    if watermark is None:
        return changed
    return replace(
        changed,
        watermark=watermark,
        watermark_execution_id=execution.id,
        watermark_started_at=execution.start_date,
    )


def _latest(known: datetime | None, at: datetime | None, rows: int | None) -> datetime | None:
    """A client may report an end that lies before one reported earlier."""
    if not rows or at is None:
        return known
    return at if known is None else max(known, at)


def _by_pipeline(rows: Iterable[Row]) -> defaultdict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.pipeline_id].append(row)
    return found


def _numbers(connection: Connection, count: int) -> Iterator[int]:
    return iter(executions.next_ids(connection, count) if count else ())
