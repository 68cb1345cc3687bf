"""Jobs: which there are, and all that is known of one."""

from collections.abc import Sequence
from typing import Annotated, Any

from headwater.answers.catalog import Job, JobDetail, JobPage, Neighbours
from headwater.answers.runs import LatestRuns
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.entries import SHOWN, catalog_entry, entry_fields, facets_by_name
from headwater.questions.parameters import Cursor, JobName, Limit, OfTeam, Search
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import catalog, facets, neighbours, nodes, runs
from headwater.store.queries.catalog import CatalogFilter, Entry
from headwater.store.queries.facets import NamedFacet
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.runs import RunFilter

# Enough to see how it is doing; `/runs` has the others.
SHOWN_RUNS = 10

Namespace = Annotated[str | None, Parameter("Filter by namespace.", examples=("shopflow_airflow",))]
Owner = Annotated[str | None, Parameter("Filter by owner.", examples=("team:finance-data",))]
Tag = Annotated[str | None, Parameter("Filter by tag.", examples=("nightly",))]
Type = Annotated[str | None, Parameter("Filter by type. Case-insensitive.", examples=("TASK",))]


@question("/jobs", topic="jobs", lists=("items",))
def list_jobs(
    reading: Reading,
    search: Search = None,
    namespace: Namespace = None,
    owner: Owner = None,
    tag: Tag = None,
    type: Type = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> JobPage:
    """Jobs by namespace and name."""
    own = known_team(reading.connection, team)
    wanted = CatalogFilter(search, namespace, owner, tag, type, team=own)
    page = catalog.listed(reading.connection, NodeKind.JOB, wanted, limit, cursor)
    return JobPage(tuple(Job(**_fields(entry)) for entry in page.items), page.total, page.next_cursor)


@question("/jobs/{name}", topic="jobs")
def job(reading: Reading, name: JobName) -> JobDetail:
    """Everything about one job: facets, SQL, inputs and outputs, who starts it, its latest runs."""
    connection = reading.connection
    node = resolve.entity(connection, name, resolve.JOB)
    members = nodes.members(connection, node.id)
    stated = facets.of_nodes(connection, members)
    inputs = neighbours.inputs(connection, members, SHOWN)
    outputs = neighbours.outputs(connection, members, SHOWN)
    # Without the keys: runs that are only known as someone's parent have nothing to show here.
    latest = runs.listed(connection, RunFilter(job=members), SHOWN_RUNS)
    return JobDetail(
        **_fields(catalog_entry(connection, node)),
        facets=facets_by_name(stated),
        sql=_sql(stated),
        inputs=Neighbours(inputs.items, inputs.total),
        outputs=Neighbours(outputs.items, outputs.total),
        parent=runs.parent_of_latest(connection, members),
        latest_runs=LatestRuns(latest.items, latest.total),
    )


def _fields(entry: Entry) -> dict[str, Any]:
    return entry_fields(entry) | {"streaming": entry.streaming}


def _sql(stated: Sequence[NamedFacet]) -> str | None:
    """The query text of the `sql` facet, if it is one: facets are kept as they came."""
    values = [facet.value for facet in stated if facet.name == "sql" and isinstance(facet.value, dict)]
    query = values[0].get("query") if values else None
    return query if isinstance(query, str) else None
