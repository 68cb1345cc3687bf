"""Executions to read: those that Watcher's clients tell of, and the runs of OpenLineage's producers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from psycopg_pool import ConnectionPool

from headwater.errors import NotFoundError
from headwater.model.ids import NodeKind
from headwater.questions.pipelines.names import spelled_keys
from headwater.questions.pipelines.pipelines import MISSING as PIPELINE_MISSING
from headwater.store.queries import nodes
from headwater.store.queries.paging import Page
from headwater.store.queries.pipelines import listed, names, pipelines
from headwater.store.queries.pipelines.executions import EXECUTIONS
from headwater.store.queries.pipelines.listed import OPENLINEAGE, WATCHER, Seen, Wanted
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.queries.rows import Connection

MISSING = "Pipeline Execution Not Found"
MAX_CHILDREN = 1000

Origin = Literal["watcher", "openlineage", "all"]
SOURCES = {"watcher": (WATCHER,), "openlineage": (OPENLINEAGE,), "all": (WATCHER, OPENLINEAGE)}


@dataclass(frozen=True, slots=True)
class Filter:
    """`job` is the name of a pipeline or job, or a job's `namespace/name`."""

    pipeline_id: int | None = None
    job: str | None = None
    active: bool | None = None
    completed_successfully: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    source: Origin = "all"


@dataclass(frozen=True, slots=True)
class WithChildren:
    execution: Seen
    children: Page[Seen]


class ExecutionList:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def listed(self, chosen: Filter, limit: int, cursor: str | None) -> Page[Seen]:
        """Newest first."""
        with self._pool.connection() as connection:
            wanted = _wanted(connection, chosen)
            return listed.listed(connection, wanted, SOURCES[chosen.source], limit, cursor)

    def numbered(self, number: int) -> WithChildren:
        with self._pool.connection() as connection:
            known = EXECUTIONS.one(connection, number)
            if known is None:
                raise NotFoundError(MISSING)
            return _with_children(connection, known.run_id)

    def run(self, run_id: UUID) -> WithChildren:
        with self._pool.connection() as connection:
            return _with_children(connection, run_id)


def _with_children(connection: Connection, run_id: UUID) -> WithChildren:
    both = SOURCES["all"]
    found = listed.listed(connection, Wanted(run_id=run_id), both, limit=1).items
    if not found:
        raise NotFoundError(MISSING)
    return WithChildren(found[0], listed.listed(connection, Wanted(parent=run_id), both, MAX_CHILDREN))


def _wanted(connection: Connection, chosen: Filter) -> Wanted:
    """Pipelines by number and jobs by node; None where anything will do."""
    numbers: list[int] | None = None
    jobs: list[int] | None = None
    if chosen.pipeline_id is not None:
        numbers, jobs = _of_pipeline(connection, chosen.pipeline_id)
    if chosen.job is not None:
        named, meant = _of_job(connection, chosen.job)
        numbers = named if numbers is None else [one for one in numbers if one in named]
        jobs = meant if jobs is None else [one for one in jobs if one in meant]
    return Wanted(
        pipelines=numbers,
        jobs=jobs,
        active=chosen.active,
        completed_successfully=chosen.completed_successfully,
        since=chosen.since,
        until=chosen.until,
    )


def _of_pipeline(connection: Connection, number: int) -> tuple[list[int], list[int]]:
    pipeline = PIPELINES.one(connection, number)
    if pipeline is None:
        raise NotFoundError(PIPELINE_MISSING)
    return [number], list(names.ids_by_key(connection, [pipeline.job_key]).values())


def _of_job(connection: Connection, name: str) -> tuple[list[int], list[int]]:
    keys = spelled_keys(NodeKind.JOB, name)
    numbers = pipelines.of_job(connection, name, keys)
    jobs = [known.id for known in names.by_name(connection, NodeKind.JOB, [name])]
    jobs += [node.id for node in nodes.by_keys(connection, keys, (NodeKind.JOB,))] if keys else []
    jobs += names.ids_by_key(connection, [one.job_key for one in _all(connection, numbers)]).values()
    return numbers, sorted(set(jobs))


def _all(connection: Connection, numbers: list[int]) -> list[pipelines.Pipeline]:
    found = (PIPELINES.one(connection, number) for number in numbers)
    return [pipeline for pipeline in found if pipeline is not None]
