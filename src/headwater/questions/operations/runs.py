"""Runs: which there were, and what one of them did."""

from dataclasses import replace
from typing import Annotated, Any
from uuid import UUID

import msgspec

from headwater.answers.runs import Run, RunDataset, RunDetail, RunPage
from headwater.errors import RunNotFoundError
from headwater.model.edges import EdgeKind
from headwater.model.ids import run_uuid
from headwater.questions import resolve
from headwater.questions.catalog.entries import facets_by_name
from headwater.questions.parameters import Cursor, Limit, Moment, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import facets, nodes, quarantine, runs
from headwater.store.queries.facets import IoFacet
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.rows import Connection
from headwater.store.queries.runs import DatasetOfRun, RunFilter

JobName = Annotated[
    str | None,
    Parameter("Filter by job; a name as for `/jobs`.", examples=("revenue_etl_pipeline",), min_length=1),
]
JobNamespace = Annotated[
    str | None, Parameter("Filter by namespace of the job.", examples=("shopflow_airflow",))
]
RunSearch = Annotated[
    str | None,
    Parameter(
        "Part of the job's name or of the run's id. Case-insensitive.", examples=("revenue",), min_length=1
    ),
]
State = Annotated[
    str | None,
    Parameter(
        "Filter by state: RUNNING, COMPLETE, FAIL, ABORT, OTHER or UNKNOWN. Case-insensitive.",
        examples=("FAIL",),
        pattern="(?i)^(RUNNING|COMPLETE|FAIL|ABORT|OTHER|UNKNOWN)$",
    ),
]
Since = Annotated[Moment | None, Parameter("Began at or after.", examples=("2026-04-20T00:00:00Z",))]
Until = Annotated[Moment | None, Parameter("Began before.", examples=("2026-04-21T00:00:00Z",))]
Parent = Annotated[str | None, Parameter("Filter by the id of the run that started them.", min_length=1)]
RunId = Annotated[
    str, Parameter("As the producer sent it.", examples=("0196503f-6f20-7c11-8d21-2c7a1de0a001",))
]


@question("/runs", topic="runs", lists=("items",))
def list_runs(
    reading: Reading,
    search: RunSearch = None,
    job: JobName = None,
    namespace: JobNamespace = None,
    state: State = None,
    since: Since = None,
    until: Until = None,
    parent: Parent = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> RunPage:
    """Runs, newest first."""
    wanted = RunFilter(
        namespace=namespace,
        state=state,
        since=since,
        until=until,
        # An id that is no UUID is stored as one that is derived from it.
        parent=run_uuid(parent) if parent else None,
        search=search,
        team=known_team(reading.connection, team),
    )
    chosen = wanted if job is None else _for_job(reading.connection, wanted, job)
    page = runs.listed(reading.connection, chosen, limit, cursor)
    return RunPage(page.items, page.total, page.next_cursor)


@question("/runs/{run_id}", topic="runs")
def run(reading: Reading, run_id: RunId) -> RunDetail:
    """One run: how it ended, what it read and wrote, its facets, parent and children."""
    connection = reading.connection
    found = runs.find(connection, run_uuid(run_id))
    if found is None:
        raise RunNotFoundError(run_id)
    stated = facets.of_run(connection, found.run_id)
    values = {facet.name: facet.value for facet in stated}
    touched = runs.datasets(connection, found.run_id)
    on_datasets = facets.of_run_io(connection, found.run_id)
    return RunDetail(
        **msgspec.structs.asdict(found),
        facets=facets_by_name(stated),
        inputs=_touched(touched, EdgeKind.READS, on_datasets, "input"),
        outputs=_touched(touched, EdgeKind.WRITES, on_datasets, "output"),
        parent=_run(connection, found.parent_run_id),
        root=_run(connection, found.root_run_id),
        children=runs.children(connection, found.run_id),
        error=_text(values.get("errorMessage"), "message"),
        nominal_start=_text(values.get("nominalTime"), "nominalStartTime"),
        nominal_end=_text(values.get("nominalTime"), "nominalEndTime"),
        set_aside=quarantine.of_run(connection, found.run_id),
    )


def _for_job(connection: Connection, wanted: RunFilter, job: str) -> RunFilter:
    node = resolve.entity(connection, job, resolve.JOB, field="job")
    members = nodes.members(connection, node.id)
    # A run that is only known as someone's parent has the key of its job, and no node.
    return replace(wanted, job=members, job_keys=nodes.keys(connection, members))


def _run(connection: Connection, run_id: UUID | None) -> Run | None:
    return runs.find(connection, run_id) if run_id else None


def _touched(
    touched: tuple[DatasetOfRun, ...], kind: EdgeKind, stated: tuple[IoFacet, ...], direction: str
) -> tuple[RunDataset, ...]:
    return tuple(
        RunDataset(
            dataset.namespace,
            dataset.name,
            # A run may read and write the same dataset: the direction tells the facets apart.
            facets_by_name(
                facet for facet in stated if facet.node_id == dataset.node_id and facet.direction == direction
            ),
        )
        for dataset in touched
        if dataset.kind == kind
    )


def _text(facet: Any, key: str) -> str | None:
    value = facet.get(key) if isinstance(facet, dict) else None
    # Facets are kept as they came: a producer may have sent anything here.
    return value if isinstance(value, str) else None
