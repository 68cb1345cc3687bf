"""Executions to read: those that clients of pipelines start, and the runs of OpenLineage's producers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from headwater.errors import NotFoundError
from headwater.model.ids import NodeKind
from headwater.questions.pipelines.names import spelled_keys
from headwater.questions.pipelines.pipelines import MISSING as PIPELINE_MISSING
from headwater.store.queries import nodes
from headwater.store.queries.paging import RowPage
from headwater.store.queries.pipelines import execution_search, names, pipelines
from headwater.store.queries.pipelines.execution_search import (
    REPORTED,
    STARTED,
    ExecutionFilter,
    ListedExecution,
)
from headwater.store.queries.pipelines.executions import EXECUTIONS
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.queries.rows import Connection

MISSING = "Pipeline Execution Not Found"
# Of a parent with more, the newest; the total says how many there are.
MAX_CHILDREN = 1000

Origin = Literal["started", "reported", "all"]
"""Executions that clients start, runs that producers report, or both."""

SOURCES = {"started": (STARTED,), "reported": (REPORTED,), "all": (STARTED, REPORTED)}


@dataclass(frozen=True, slots=True)
class ExecutionQuery:
    """`job` is the name of a pipeline or job, or a job's `namespace/name`."""

    pipeline_id: int | None = None
    job: str | None = None
    active: bool | None = None
    completed_successfully: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    source: Origin = "all"


@dataclass(frozen=True, slots=True)
class ExecutionWithChildren:
    execution: ListedExecution
    children: RowPage[ListedExecution]


def search(
    connection: Connection, chosen: ExecutionQuery, limit: int, cursor: str | None
) -> RowPage[ListedExecution]:
    """Newest first."""
    wanted = _wanted(connection, chosen)
    return execution_search.search(connection, wanted, SOURCES[chosen.source], limit, cursor)


def by_number(connection: Connection, number: int) -> ExecutionWithChildren:
    known = EXECUTIONS.by_id(connection, number)
    if known is None:
        raise NotFoundError(MISSING)
    return by_run(connection, known.run_id)


def by_run(connection: Connection, run_id: UUID) -> ExecutionWithChildren:
    both = SOURCES["all"]
    found = execution_search.search(connection, ExecutionFilter(run_id=run_id), both, limit=1).items
    if not found:
        raise NotFoundError(MISSING)
    return ExecutionWithChildren(
        found[0], execution_search.search(connection, ExecutionFilter(parent=run_id), both, MAX_CHILDREN)
    )


def _wanted(connection: Connection, chosen: ExecutionQuery) -> ExecutionFilter:
    """Pipelines by number and jobs by node; None where anything will do."""
    numbers: list[int] | None = None
    jobs: list[int] | None = None
    if chosen.pipeline_id is not None:
        numbers, jobs = _of_pipeline(connection, chosen.pipeline_id)
    if chosen.job is not None:
        named, meant = _of_job(connection, chosen.job)
        # Both must hold. An empty list is a filter that nothing passes; None would let all through.
        numbers = named if numbers is None else [one for one in numbers if one in named]
        jobs = meant if jobs is None else [one for one in jobs if one in meant]
    return ExecutionFilter(
        pipelines=numbers,
        jobs=jobs,
        active=chosen.active,
        completed_successfully=chosen.completed_successfully,
        since=chosen.since,
        until=chosen.until,
    )


def _of_pipeline(connection: Connection, number: int) -> tuple[list[int], list[int]]:
    pipeline = PIPELINES.by_id(connection, number)
    if pipeline is None:
        raise NotFoundError(PIPELINE_MISSING)
    # Its job may have runs that producers report; before any event of it there is no such node.
    return [number], list(names.ids_by_key(connection, [pipeline.job_key]).values())


def _of_job(connection: Connection, name: str) -> tuple[list[int], list[int]]:
    keys = spelled_keys(NodeKind.JOB, name)
    numbers = pipelines.of_job(connection, name, keys)
    jobs = [known.id for known in names.by_name(connection, NodeKind.JOB, [name])]
    jobs += [node.id for node in nodes.by_keys(connection, keys, (NodeKind.JOB,))] if keys else []
    jobs += names.ids_by_key(connection, [one.job_key for one in _all(connection, numbers)]).values()
    return numbers, sorted(set(jobs))


def _all(connection: Connection, numbers: list[int]) -> list[pipelines.PipelineRow]:
    found = (PIPELINES.by_id(connection, number) for number in numbers)
    return [pipeline for pipeline in found if pipeline is not None]
