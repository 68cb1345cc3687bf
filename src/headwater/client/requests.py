"""Every question and write as a function that builds its request; see `headwater.questions`."""

# Written by `make reference` from the registry of questions; change the questions instead.

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from typing_extensions import Doc

from headwater.answers.assets import Asset, AssetPage, AssetWritten, EdgeWritten, Imported, Removed
from headwater.answers.catalog import DatasetDetail, DatasetPage, JobDetail, JobPage
from headwater.answers.change import BreakingChanges, Impact, Upstream
from headwater.answers.compliance import ClassifiedPage, Flows, Ranking
from headwater.answers.health import JobHealth
from headwater.answers.lineage import Diff, Paths, Walk
from headwater.answers.operations import (
    PipelineStatus,
    QuarantinePage,
    SqlProblems,
    StoredEvent,
    StoredEventPage,
    Work,
)
from headwater.answers.runs import RunDetail, RunPage
from headwater.client.request import Columns, Moment, Request, WireName, build

SearchParameter = Annotated[str | None, Doc("Part of `namespace/name`. Case-insensitive.")]
NamespaceParameter = Annotated[str | None, Doc("Filter by namespace.")]
OwnerParameter = Annotated[str | None, Doc("Filter by owner.")]
TagParameter = Annotated[str | None, Doc("Filter by tag.")]
LimitParameter = Annotated[int | None, Doc("Maximum number of results. Default 100.")]
CursorParameter = Annotated[str | None, Doc("`next_cursor` of the page before, with the same filters.")]
NameParameter = Annotated[
    str, Doc("`namespace/name` as it is, slashes included; or an alias, or a unique end of a name.")
]
TypeParameter = Annotated[str | None, Doc("Filter by type. Case-insensitive.")]
AssetParameter = Annotated[
    str,
    Doc(
        "`namespace/name`, `namespace.name`, an id such as `dataset:…`, an alias, or the end of a name if only one ends so. `#column` may follow."
    ),
]
ColumnParameter = Annotated[str | None, Doc("A column of the dataset.")]
AsOfParameter = Annotated[Moment | None, Doc("The graph as it was at this time. Default now.")]
DepthParameter = Annotated[int | None, Doc("Maximum number of hops. Default no maximum.")]
IndirectParameter = Annotated[
    bool | None, Doc("At column level, follow filters, joins, groupings and the like as well. Default false.")
]
LevelParameter = Annotated[
    Literal["dataset", "column"] | None,
    Doc("`column` walks from all columns of a dataset. Default `column` for a column, else `dataset`."),
]
JobsParameter = Annotated[
    bool | None, Doc("Show jobs as nodes. Default true; if false, they become edges between datasets.")
]
JobParameter = Annotated[str | None, Doc("Filter by job; a name as for `/jobs`.")]
ReasonParameter = Annotated[str | None, Doc("Part of the reason. Case-insensitive.")]
Depth2Parameter = Annotated[int | None, Doc("Maximum number of hops between the two. Default no maximum.")]


def list_assets(
    search: SearchParameter = None,
    *,
    type: Annotated[
        Literal["table", "view", "pipeline", "dashboard", "api", "file", "topic", "model", "report"] | None,
        Doc("Filter by type."),
    ] = None,
    namespace: NamespaceParameter = None,
    owner: OwnerParameter = None,
    tag: TagParameter = None,
    tier: Annotated[str | None, Doc("Filter by tier.")] = None,
    classification: Annotated[
        Literal["public", "internal", "confidential", "restricted"] | None,
        Doc("Filter by the class declared of a column."),
    ] = None,
    pii: Annotated[bool | None, Doc("Filter by whether a column is declared as personal data.")] = None,
    dropped: Annotated[bool | None, Doc("Include those that were deleted. Default false.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[AssetPage]:
    """Tables, views, pipelines, dashboards and the rest, by namespace and name."""
    return build("GET", "/assets", AssetPage, locals(), lists=("items",))


def asset(name: NameParameter) -> Request[Asset]:
    """One asset with its columns, as declared and as its producers show them."""
    return build("GET", "/assets/{name}", Asset, locals())


def list_datasets(
    search: SearchParameter = None,
    *,
    namespace: NamespaceParameter = None,
    owner: OwnerParameter = None,
    tag: TagParameter = None,
    type: TypeParameter = None,
    dropped: Annotated[bool | None, Doc("List those that were dropped as well. Default false.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[DatasetPage]:
    """Datasets by namespace and name; one with several names is listed once, a dropped one if asked for."""
    return build("GET", "/datasets", DatasetPage, locals(), lists=("items",))


def dataset(name: NameParameter) -> Request[DatasetDetail]:
    """All about one dataset: facets, columns, schema history, tests, statistics, jobs around it."""
    return build("GET", "/datasets/{name}", DatasetDetail, locals())


def list_jobs(
    search: SearchParameter = None,
    *,
    namespace: NamespaceParameter = None,
    owner: OwnerParameter = None,
    tag: TagParameter = None,
    type: TypeParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[JobPage]:
    """Jobs by namespace and name."""
    return build("GET", "/jobs", JobPage, locals(), lists=("items",))


def job(name: NameParameter) -> Request[JobDetail]:
    """Everything about one job: facets, SQL, inputs and outputs, who starts it, its latest runs."""
    return build("GET", "/jobs/{name}", JobDetail, locals())


def register_asset(
    type: Literal["table", "view", "pipeline", "dashboard", "api", "file", "topic", "model", "report"],
    name: str,
    *,
    schema: str | None = None,
    database: str | None = None,
    namespace: Annotated[
        str | None,
        Doc(
            "OpenLineage's namespace. Without one, the dataset that has this name is meant, or else a new one."
        ),
    ] = None,
    owner: str | None = None,
    tier: str | None = None,
    tags: Sequence[str] | None = None,
    description: str | None = None,
    columns: Columns | None = None,
) -> Request[AssetWritten]:
    """Register an asset, or update it: each field that is sent replaces what was declared of it."""
    return build("POST", "/assets", AssetWritten, locals(), body=True, writes=True)


def declare_lineage(
    source_asset: str,
    target_asset: str,
    *,
    source_column: str | None = None,
    target_column: str | None = None,
    transformation_type: Literal["direct", "aggregation", "filter", "join", "calculation", "rename"]
    | None = None,
    transformation: Annotated[
        str | None,
        Doc("SQL or a description. An expression that hashes or masks the column ends or lowers its class."),
    ] = None,
    pipeline: str | None = None,
    confidence: Annotated[float | None, Doc("How certain the edge is. Default 1.")] = None,
    removed: Annotated[bool | None, Doc("Take an edge back that was declared before.")] = None,
) -> Request[EdgeWritten]:
    """Declare that one asset or column feeds another; the same edge again replaces the last word."""
    return build("POST", "/assets/lineage", EdgeWritten, locals(), body=True, writes=True)


def import_catalog(
    *, assets: Sequence[Mapping[str, Any]] | None = None, lineage: Sequence[Mapping[str, Any]] | None = None
) -> Request[Imported]:
    """A whole catalog at once, all or nothing; edges may name assets that stand beside them."""
    return build("POST", "/assets/import", Imported, locals(), body=True, writes=True)


def delete_asset(name: NameParameter) -> Request[Removed]:
    """Stop an asset from connecting others from now on; its history stays."""
    return build("DELETE", "/assets/{name}", Removed, locals(), writes=True)


def delete_dataset(name: NameParameter) -> Request[Removed]:
    """Stop a dataset from connecting others from now on; what was before stays to be asked for."""
    return build("DELETE", "/datasets/{name}", Removed, locals(), writes=True)


def delete_job(name: NameParameter) -> Request[Removed]:
    """Stop a job from connecting datasets from now on; its runs stay."""
    return build("DELETE", "/jobs/{name}", Removed, locals(), writes=True)


def breaking_changes(asset: str, columns: Columns) -> Request[BreakingChanges]:
    """What changes between a dataset's columns and the proposed ones, judged, and what that affects."""
    return build("POST", "/breaking-changes", BreakingChanges, locals(), body=True)


def impact(
    asset: AssetParameter,
    column: ColumnParameter = None,
    *,
    as_of: AsOfParameter = None,
    depth: DepthParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Impact]:
    """What a change to an asset or column affects: by columns where they are known, by tables elsewhere."""
    return build("GET", "/impact", Impact, locals(), lists=("affected",))


def upstream(
    asset: AssetParameter,
    column: ColumnParameter = None,
    *,
    as_of: AsOfParameter = None,
    depth: DepthParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Upstream]:
    """What an asset or column is made from, and what is done on the way."""
    return build("GET", "/upstream", Upstream, locals(), lists=("sources", "transformations"))


def list_classified_columns(
    *,
    inherited: Annotated[bool | None, Doc("Filter by whether the column inherits something.")] = None,
    undeclared: Annotated[
        bool | None, Doc("`true`: only columns that inherit personal data or a class not declared on them.")
    ] = None,
    classification: Annotated[
        Literal["public", "internal", "confidential", "restricted"] | None, Doc("Filter by effective class.")
    ] = None,
    pii: Annotated[bool | None, Doc("Filter by whether the column holds personal data.")] = None,
    dataset: Annotated[str | None, Doc("Only columns of this dataset.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[ClassifiedPage]:
    """Effective classes of columns, the most sensitive first, with why they have them."""
    return build("GET", "/compliance/columns", ClassifiedPage, locals(), lists=("items",))


def ranking(
    *,
    order: Annotated[
        Literal["downstream", "upstream", "critical"] | None,
        Doc(
            "Most datasets downstream first, most upstream, or most of tier 1 downstream. Default `downstream`."
        ),
    ] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Ranking]:
    """Datasets by how much depends on them, or by how much they depend on."""
    return build("GET", "/ranking", Ranking, locals(), lists=("items",))


def flows(
    column: Annotated[
        str | None, Doc("One column, as `namespace/dataset#column` or `dataset.column`.")
    ] = None,
    *,
    classification: Annotated[
        str | None, Doc("All columns declared as public, internal, confidential or restricted.")
    ] = None,
    tag: Annotated[str | None, Doc("All columns with this tag; `pii` also finds those flagged so.")] = None,
    as_of: AsOfParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
    flows_limit: Annotated[int | None, Doc("Maximum number of flows of each source. Default 200.")] = None,
) -> Request[Flows]:
    """Everywhere that data of a column, class or tag goes, and what is left of its class there.

    Exactly one of `column`, `classification` and `tag` says where to begin.
    """
    return build("GET", "/compliance/flows", Flows, locals(), lists=("sources",))


def diff(
    earlier: Annotated[Moment, Doc("The earlier time."), WireName("from")],
    later: Annotated[Moment | None, Doc("The later time. Default now."), WireName("to")] = None,
    *,
    asset: Annotated[str | None, Doc("Compare only edges that touch it.")] = None,
    column: ColumnParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Diff]:
    """Which edges appeared, vanished or are retold, which schemas changed, and which event did it.

    Of owners and classes only the present is kept, so that changes of them are not compared.
    """
    return build(
        "GET", "/graph/diff", Diff, locals(), keys={"earlier": "from", "later": "to"}, lists=("changes",)
    )


def paths(
    source: AssetParameter,
    target: AssetParameter,
    *,
    source_column: ColumnParameter = None,
    target_column: ColumnParameter = None,
    as_of: AsOfParameter = None,
    indirect: IndirectParameter = None,
    limit: Annotated[int | None, Doc("Maximum number of paths. Default 20.")] = None,
) -> Request[Paths]:
    """How data gets from one node to another: the simple paths between them, shortest first."""
    return build("GET", "/graph/paths", Paths, locals())


def graph_upstream(
    asset: AssetParameter,
    column: ColumnParameter = None,
    *,
    level: LevelParameter = None,
    depth: DepthParameter = None,
    as_of: AsOfParameter = None,
    jobs: JobsParameter = None,
    indirect: IndirectParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Walk]:
    """Everything that a dataset, column or job is made from."""
    return build("GET", "/graph/upstream", Walk, locals(), lists=("nodes", "edges"))


def graph_downstream(
    asset: AssetParameter,
    column: ColumnParameter = None,
    *,
    level: LevelParameter = None,
    depth: DepthParameter = None,
    as_of: AsOfParameter = None,
    jobs: JobsParameter = None,
    indirect: IndirectParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Walk]:
    """Everything that is made from a dataset, column or job."""
    return build("GET", "/graph/downstream", Walk, locals(), lists=("nodes", "edges"))


def list_events(
    *,
    namespace: Annotated[str | None, Doc("Filter by namespace of the job, or dataset, of the event.")] = None,
    job: JobParameter = None,
    run: Annotated[str | None, Doc("Filter by the run's id.")] = None,
    type: Annotated[
        Literal["run", "job", "dataset"] | None, Doc("Filter by what the event is about.")
    ] = None,
    state: Annotated[
        str | None,
        Doc("Filter by eventType: START, RUNNING, COMPLETE, FAIL, ABORT or OTHER. Case-insensitive."),
    ] = None,
    producer: Annotated[str | None, Doc("Filter by producer, as it was sent.")] = None,
    since: Annotated[Moment | None, Doc("Event time at or after.")] = None,
    until: Annotated[Moment | None, Doc("Event time before.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[StoredEventPage]:
    """Events as they came, newest first by event time; readable at once. Large events make a page shorter."""
    return build("GET", "/events", StoredEventPage, locals(), lists=("items",))


def event(event_id: Annotated[UUID | str, Doc("As answers give it as evidence.")]) -> Request[StoredEvent]:
    """One event as it came, by the id that answers give as evidence; readable at once."""
    return build("GET", "/events/{event_id}", StoredEvent, locals())


def job_health(name: NameParameter, *, as_of: AsOfParameter = None) -> Request[JobHealth]:
    """How its runs end, how long they take, when the next is due, and what was out of the ordinary."""
    return build("GET", "/jobs/{name}/health", JobHealth, locals())


def list_quarantine(
    *, reason: ReasonParameter = None, limit: LimitParameter = None, cursor: CursorParameter = None
) -> Request[QuarantinePage]:
    """What could not be read, newest first."""
    return build("GET", "/quarantine", QuarantinePage, locals(), lists=("items",))


def replay(*, event_ids: Sequence[UUID | str] | None = None, all: bool | None = None) -> Request[Work]:
    """Read events in quarantine again, after an upgrade that may understand them."""
    return build("POST", "/quarantine/replay", Work, locals(), body=True, writes=True)


def run_analytics(
    *, whole: Annotated[bool | None, Doc("From scratch, and not only what changes can have reached.")] = None
) -> Request[Work]:
    """Work out effective classes and reach counts now; they also follow by themselves."""
    return build("POST", "/analytics/run", Work, locals(), body=True, writes=True)


def export_closure(
    *,
    level: Literal["dataset", "column"] | None = None,
    depth: Depth2Parameter = None,
    format: Literal["parquet", "csv"] | None = None,
    max_rows: Annotated[int | None, Doc("Refuse if the estimate is above this.")] = None,
) -> Request[Work]:
    """Write all pairs of ancestor and descendant, with their least depth, to files on the server."""
    return build("POST", "/closure", Work, locals(), body=True, writes=True)


def estimate_closure(
    *,
    level: Literal["dataset", "column"] | None = None,
    depth: Depth2Parameter = None,
    format: Literal["parquet", "csv"] | None = None,
) -> Request[Work]:
    """How large such an export would be: rows within bounds, and bytes, in the work item's result."""
    return build("POST", "/closure/estimate", Work, locals(), body=True, writes=True)


def work_item(
    work_id: Annotated[int, Doc("The number that the request was answered with.")],
) -> Request[Work]:
    """How far a request to the worker is."""
    return build("GET", "/work/{work_id}", Work, locals())


def list_runs(
    search: Annotated[str | None, Doc("Part of the job's name or of the run's id. Case-insensitive.")] = None,
    *,
    job: JobParameter = None,
    namespace: Annotated[str | None, Doc("Filter by namespace of the job.")] = None,
    state: Annotated[
        str | None,
        Doc("Filter by state: RUNNING, COMPLETE, FAIL, ABORT, OTHER or UNKNOWN. Case-insensitive."),
    ] = None,
    since: Annotated[Moment | None, Doc("Began at or after.")] = None,
    until: Annotated[Moment | None, Doc("Began before.")] = None,
    parent: Annotated[str | None, Doc("Filter by the id of the run that started them.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[RunPage]:
    """Runs, newest first."""
    return build("GET", "/runs", RunPage, locals(), lists=("items",))


def run(run_id: Annotated[str, Doc("As the producer sent it.")]) -> Request[RunDetail]:
    """One run: how it ended, what it read and wrote, its facets, parent and children."""
    return build("GET", "/runs/{run_id}", RunDetail, locals())


def list_sql_problems(
    *,
    job: Annotated[str | None, Doc("Filter by job.")] = None,
    reason: ReasonParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SqlProblems]:
    """Texts that gave no lineage, or not for every statement, each with the reason."""
    return build("GET", "/sql/problems", SqlProblems, locals(), lists=("items",))


def pipeline_status() -> Request[PipelineStatus]:
    """Position, lag, rates, last error, and how much there is in all."""
    return build("GET", "/pipeline", PipelineStatus, locals())


READS = (
    list_assets,
    asset,
    list_datasets,
    dataset,
    list_jobs,
    job,
    breaking_changes,
    impact,
    upstream,
    list_classified_columns,
    ranking,
    flows,
    diff,
    paths,
    graph_upstream,
    graph_downstream,
    list_events,
    event,
    job_health,
    list_quarantine,
    work_item,
    list_runs,
    run,
    list_sql_problems,
    pipeline_status,
)
"""Those that change nothing."""
