"""Runs: which there were, and what one of them did."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from psycopg_pool import ConnectionPool

from headwater.errors import RunNotFoundError
from headwater.model.edges import EdgeKind
from headwater.model.ids import run_uuid
from headwater.questions import resolve
from headwater.store.queries import facets, nodes, runs
from headwater.store.queries.facets import Facet, IoFacet
from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection
from headwater.store.queries.runs import RunDataset, RunFilter, RunRow


@dataclass(frozen=True, slots=True)
class TouchedDataset:
    """An input or output of a run, with the facets that the run put on it."""

    namespace: str
    name: str
    facets: tuple[IoFacet, ...]


@dataclass(frozen=True, slots=True)
class RunDetail:
    run: RunRow
    facets: tuple[Facet, ...]
    inputs: tuple[TouchedDataset, ...]
    outputs: tuple[TouchedDataset, ...]
    parent: RunRow | None
    root: RunRow | None
    children: int
    error: str | None
    nominal_start: str | None
    nominal_end: str | None


class Runs:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def listed(self, wanted: RunFilter, job: str | None, limit: int, cursor: str | None) -> Page[RunRow]:
        """Newest first; `job` is a name as a user writes it."""
        with self._pool.connection() as connection:
            chosen = wanted if job is None else _of_job(connection, wanted, job)
            return runs.listed(connection, chosen, limit, cursor)

    def one(self, run_id: str) -> RunDetail:
        with self._pool.connection() as connection:
            run = runs.one(connection, run_uuid(run_id))
            if run is None:
                raise RunNotFoundError(run_id)
            return _detail(connection, run)


def _of_job(connection: Connection, wanted: RunFilter, job: str) -> RunFilter:
    node = resolve.entity(connection, job, resolve.JOB, field="job")
    members = nodes.members(connection, node.id)
    return replace(wanted, job=members, job_keys=nodes.keys(connection, members))


def _detail(connection: Connection, run: RunRow) -> RunDetail:
    told = facets.of_run(connection, run.run_id)
    values = {facet.name: facet.value for facet in told}
    touched = runs.datasets(connection, run.run_id)
    on_datasets = facets.of_run_io(connection, run.run_id)
    return RunDetail(
        run=run,
        facets=told,
        inputs=_touched(touched, EdgeKind.READS, on_datasets, "input"),
        outputs=_touched(touched, EdgeKind.WRITES, on_datasets, "output"),
        parent=_run(connection, run.parent_run_id),
        root=_run(connection, run.root_run_id),
        children=runs.children(connection, run.run_id),
        error=_text(values.get("errorMessage"), "message"),
        nominal_start=_text(values.get("nominalTime"), "nominalStartTime"),
        nominal_end=_text(values.get("nominalTime"), "nominalEndTime"),
    )


def _run(connection: Connection, run_id: UUID | None) -> RunRow | None:
    return runs.one(connection, run_id) if run_id else None


def _touched(
    touched: tuple[RunDataset, ...], kind: EdgeKind, told: tuple[IoFacet, ...], direction: str
) -> tuple[TouchedDataset, ...]:
    return tuple(
        TouchedDataset(
            dataset.namespace,
            dataset.name,
            tuple(f for f in told if f.node_id == dataset.node_id and f.direction == direction),
        )
        for dataset in touched
        if dataset.kind == kind
    )


def _text(facet: Any, key: str) -> str | None:
    value = facet.get(key) if isinstance(facet, dict) else None
    return value if isinstance(value, str) else None
