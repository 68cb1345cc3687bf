"""Every question and write as a function that builds its request; see `headwater.questions`."""

# Written by `make reference` from the registry of questions; change the questions instead.

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from typing_extensions import Doc

from headwater.answers.access import (
    AccessGranted,
    AccessGrantPage,
    AccessRequested,
    AccessRequestPage,
    AuditPage,
    KeyCreated,
    KeyPage,
    KeyRevoked,
)
from headwater.answers.arrivals import EventActivity, EventFacts, QuarantineReasons, ReplayForecast
from headwater.answers.assets import Asset, AssetPage, AssetWritten, EdgeWritten, Imported, Removed
from headwater.answers.catalog import DatasetDetail, DatasetPage, JobDetail, JobPage
from headwater.answers.change import BreakingChanges, Impact, Upstream
from headwater.answers.checks import DataCheck, LabelledCasePage
from headwater.answers.compliance import ClassifiedPage, Flows, Ranking
from headwater.answers.connectors import ConnectorDetails, ConnectorPage
from headwater.answers.consumers import (
    AcknowledgementPage,
    AcknowledgementsWritten,
    ResponseWritten,
    SimulationConsumerPage,
)
from headwater.answers.dataset_history import (
    ActiveAlerts,
    DatasetSchemaHealth,
    DatasetUsage,
    SchemaVersionDiff,
    Timeline,
)
from headwater.answers.documents import WrittenDocument
from headwater.answers.health import JobHealth
from headwater.answers.history import (
    AssertionPage,
    DatasetChanges,
    DatasetSchemaPage,
    JobAnomalyPage,
    SignalPage,
)
from headwater.answers.incidents import IncidentDetail, IncidentPage, IncidentSummary
from headwater.answers.investigation import Investigation
from headwater.answers.lineage import Diff, GraphMap, Paths, Walk
from headwater.answers.metrics import MetricNames, MetricResult
from headwater.answers.names import (
    LikelyAliasPage,
    NamesJoined,
    NamespaceJoined,
    NamespaceJoinPage,
    OrphanPage,
)
from headwater.answers.notifications import NotificationPage
from headwater.answers.operations import (
    PipelineStatus,
    QuarantinePage,
    SqlProblems,
    StoredEvent,
    StoredEventPage,
    Work,
)
from headwater.answers.pipelines import PipelineDetail, PipelinePage, PipelineRuns, PipelineSettingsWritten
from headwater.answers.queries import ColumnUsage, QueryDetails, QueryPage
from headwater.answers.redactions import Redactions
from headwater.answers.runs import RunDetail, RunPage
from headwater.answers.search import SearchPage
from headwater.answers.simulation import Simulation, SimulationPage
from headwater.answers.subscriptions import Subscription, SubscriptionPage
from headwater.answers.suggestions import SuggestionPage, SuggestionsDecided
from headwater.answers.teams import TeamDetail, TeamPage, TeamWritten
from headwater.answers.traces import CostlySpans, TraceDetail, TracePage
from headwater.client.request import Columns, Moment, Request, WireName, build

LimitParameter = Annotated[int | None, Doc("Maximum number of results. Default 100.")]
CursorParameter = Annotated[str | None, Doc("`next_cursor` of the previous page, with the same filters.")]
NumberParameter = Annotated[int, Doc("Number of the request.")]
ExpiresAtParameter = Annotated[Moment | None, Doc("Until when it is given. Default what was asked for.")]
SearchParameter = Annotated[str | None, Doc("Part of `namespace/name`. Case-insensitive.")]
NamespaceParameter = Annotated[str | None, Doc("Filter by namespace.")]
OwnerParameter = Annotated[str | None, Doc("Filter by owner.")]
TagParameter = Annotated[str | None, Doc("Filter by tag.")]
SqlOnlyParameter = Annotated[
    bool | None, Doc("List those as well that no event speaks of, only the text of a query. Default false.")
]
TeamParameter = Annotated[str | None, Doc("Filter by team.")]
NameParameter = Annotated[
    str, Doc("`namespace/name` as it is, slashes included; or an alias, or a unique end of a name.")
]
TypeParameter = Annotated[str | None, Doc("Filter by type. Case-insensitive.")]
TierParameter = Annotated[str | None, Doc("Filter by tier. Case-insensitive.")]
AssetParameter = Annotated[
    str,
    Doc(
        "`namespace/name`, `namespace.name`, an id such as `dataset:…`, an alias, or the end of a name if only one ends so. `#column` may follow."
    ),
]
ColumnParameter = Annotated[str | None, Doc("A column of the dataset.")]
AsOfParameter = Annotated[Moment | None, Doc("The graph as it was at this time. Default now.")]
DepthParameter = Annotated[int | None, Doc("Maximum number of hops. Default no maximum.")]
DirectParameter = Annotated[
    bool | None,
    Doc(
        "Filter by whether values alone lead there. False lists what is reached through a filter, join, grouping or the like, or known at dataset level only."
    ),
]
Team2Parameter = Annotated[
    str | None, Doc("List only what belongs to this team; the way there may lead through others.")
]
DatasetParameter = Annotated[str | None, Doc("Only columns of this dataset.")]
Column2Parameter = Annotated[
    str | None, Doc("One column, as `namespace/dataset#column` or `dataset.column`.")
]
ClassificationParameter = Annotated[
    str | None, Doc("All columns declared as public, internal, confidential or restricted.")
]
Tag2Parameter = Annotated[str | None, Doc("All columns with this tag; `pii` also finds those flagged so.")]
JobParameter = Annotated[str | None, Doc("Filter by job; a name as for `/jobs`.")]
Namespace2Parameter = Annotated[str | None, Doc("Filter by namespace of the job.")]
SinceParameter = Annotated[Moment | None, Doc("At or after.")]
UntilParameter = Annotated[Moment | None, Doc("Before.")]
Dataset2Parameter = Annotated[str | None, Doc("Filter by dataset; a name as for `/datasets`.")]
Namespace3Parameter = Annotated[str | None, Doc("Filter by namespace of the dataset.")]
FromTimeParameter = Annotated[Moment | None, Doc("The version of this time, instead of a number.")]
IncidentIdParameter = Annotated[int, Doc("Its number, or its name such as `INC-7`.")]
ByParameter = Annotated[
    str | None,
    Doc(
        "Who does it. Required where no key is asked for. With a key or a session it is its holder, whatever stands here."
    ),
]
TextParameter = Annotated[str | None, Doc("Shown in the history.")]
SubscriptionIdParameter = Annotated[int, Doc("Its number.")]
Asset2Parameter = Annotated[
    str | None, Doc("The dataset, column, dashboard or job that alerted. Required unless `run` is given.")
]
AtParameter = Annotated[Moment | None, Doc("When it alerted: nothing later counts. Default now.")]
LookbackDaysParameter = Annotated[
    float | None, Doc("How many days before the alert a cause is sought, up to 90. Default 2.")
]
RunParameter = Annotated[
    UUID | str | None, Doc("The run that failed, instead of a dataset: its job, at the time when it ended.")
]
ModelParameter = Annotated[
    Literal["default", "baseline"] | None,
    Doc("`baseline` scores by time, type, severity and distance alone. Default `default`."),
]
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
EventIdParameter = Annotated[UUID | str, Doc("As answers give it as evidence.")]
Name2Parameter = Annotated[str, Doc("Name of the connector.")]
ReasonParameter = Annotated[str | None, Doc("Part of the reason. Case-insensitive.")]
Reason2Parameter = Annotated[str | None, Doc("The whole reason, as the list gives it.")]
Depth2Parameter = Annotated[int | None, Doc("Maximum number of hops between the two. Default no maximum.")]
Since2Parameter = Annotated[Moment | None, Doc("Began at or after.")]
Until2Parameter = Annotated[Moment | None, Doc("Began before.")]
ServiceParameter = Annotated[str | None, Doc("Filter by `service.name`.")]


def list_audit_entries(
    *,
    key: Annotated[str | None, Doc("Filter by id of the key.")] = None,
    caller: Annotated[str | None, Doc("Filter by name of the key.")] = None,
    refused: Annotated[bool | None, Doc("Filter by whether access was refused.")] = None,
    method: Annotated[
        Literal["GET", "POST", "PATCH", "PUT", "DELETE"] | None, Doc("Filter by method of the request.")
    ] = None,
    since: Annotated[Moment | None, Doc("Requests at or after this time.")] = None,
    until: Annotated[Moment | None, Doc("Requests before this time.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[AuditPage]:
    """What was asked with keys, and what was refused, newest first."""
    return build("GET", "/audit", AuditPage, locals(), lists=("items",))


def create_key(
    name: Annotated[str, Doc("What people call it; it stands in the audit log.")],
    scopes: Annotated[
        Sequence[Literal["read", "ingest", "simulate", "manage", "admin"]],
        Doc(
            "`read`: ask. `ingest`: send events. `simulate`: simulate changes. `manage`: change the catalog,\nsettings and incidents. `admin`: everything."
        ),
    ],
    *,
    teams: Annotated[
        Sequence[str] | None,
        Doc("Teams whose data its holder may see, besides what they were given. Default everybody's."),
    ] = None,
    expires_at: Annotated[Moment | None, Doc("From when on it is refused. Default never.")] = None,
) -> Request[KeyCreated]:
    """Make an API key. The answer shows it this once: only a digest is kept."""
    return build("POST", "/keys", KeyCreated, locals(), body=True, writes=True)


def list_keys(*, limit: LimitParameter = None, cursor: CursorParameter = None) -> Request[KeyPage]:
    """API keys, newest first, with what each may do and when it was last used."""
    return build("GET", "/keys", KeyPage, locals(), lists=("items",))


def revoke_key(key_id: Annotated[str, Doc("As in the list of keys.")]) -> Request[KeyRevoked]:
    """Refuse a key, and every session that began with it, from now on."""
    return build("DELETE", "/keys/{key_id}", KeyRevoked, locals(), writes=True)


def request_access(
    asset: Annotated[str, Doc("Name of a dataset or job, or of the stand-in that an answer shows.")],
    reason: str,
    *,
    team: Annotated[str | None, Doc("The team that asks. Default the one that the key is bound to.")] = None,
    expires_at: Annotated[Moment | None, Doc("Until when it is needed. Default as long as possible.")] = None,
) -> Request[AccessRequested]:
    """Ask to see something of another team. The answer is the same whether there is such a thing or not."""
    return build("POST", "/access/requests", AccessRequested, locals(), body=True, writes=True)


def list_access_requests(
    *,
    state: Annotated[Literal["open", "granted", "refused"] | None, Doc("Filter by what was decided.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[AccessRequestPage]:
    """Requests for access, newest first; of the key's own teams, if it is bound to any."""
    return build("GET", "/access/requests", AccessRequestPage, locals(), lists=("items",))


def grant_access(
    number: NumberParameter, *, comment: str | None = None, expires_at: ExpiresAtParameter = None
) -> Request[AccessRequested]:
    """Grant a request: the team sees the asset from now on, until the request, or you, say."""
    return build("POST", "/access/requests/{number}/grant", AccessRequested, locals(), body=True, writes=True)


def refuse_access(
    number: NumberParameter, *, comment: str | None = None, expires_at: ExpiresAtParameter = None
) -> Request[AccessRequested]:
    """Refuse a request."""
    return build(
        "POST", "/access/requests/{number}/refuse", AccessRequested, locals(), body=True, writes=True
    )


def list_access_grants(
    *, limit: LimitParameter = None, cursor: CursorParameter = None
) -> Request[AccessGrantPage]:
    """What teams may see of others, newest first, also what no longer holds."""
    return build("GET", "/access/grants", AccessGrantPage, locals(), lists=("items",))


def give_access(
    team: str, asset: Annotated[str, Doc("Name of a dataset or job.")], *, expires_at: Moment | None = None
) -> Request[AccessGranted]:
    """Let a team see something of another without a request."""
    return build("POST", "/access/grants", AccessGranted, locals(), body=True, writes=True)


def take_access_back(number: Annotated[int, Doc("Number of the grant.")]) -> Request[AccessGranted]:
    """Take a grant back; it holds for a second more at the most."""
    return build("DELETE", "/access/grants/{number}", AccessGranted, locals(), writes=True)


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
    domain: Annotated[str | None, Doc("Filter by domain. Case-insensitive.")] = None,
    classification: Annotated[
        Literal["public", "internal", "confidential", "restricted"] | None,
        Doc("Filter by the class declared of a column."),
    ] = None,
    pii: Annotated[bool | None, Doc("Filter by whether a column is declared as personal data.")] = None,
    dropped: Annotated[bool | None, Doc("Include those that were deleted. Default false.")] = None,
    sql_only: SqlOnlyParameter = None,
    team: TeamParameter = None,
    pipelines: Annotated[bool | None, Doc("Whether jobs are listed beside datasets. Default true.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[AssetPage]:
    """Tables, views, pipelines, dashboards and the rest, by namespace and name."""
    return build("GET", "/assets", AssetPage, locals(), lists=("items",))


def asset(name: NameParameter) -> Request[Asset]:
    """One asset with its columns, as declared and as its producers show them."""
    return build("GET", "/assets/{name}", Asset, locals())


def list_likely_aliases(
    *, limit: LimitParameter = None, cursor: CursorParameter = None
) -> Request[LikelyAliasPage]:
    """Datasets whose names look like one place, with what joining each pair would bring together."""
    return build("GET", "/names/suggestions", LikelyAliasPage, locals(), lists=("items",))


def list_orphans(*, limit: LimitParameter = None, cursor: CursorParameter = None) -> Request[OrphanPage]:
    """Datasets that nothing connects: often a second name of one that is connected."""
    return build("GET", "/names/orphans", OrphanPage, locals(), lists=("items",))


def join_names(
    dataset: Annotated[str, Doc("The dataset that stays the one to be shown.")],
    alias: Annotated[str, Doc("Another name of it.")],
) -> Request[NamesJoined]:
    """Make two names one dataset. It is an event in the log: set it aside to take them apart again."""
    return build("POST", "/names/joins", NamesJoined, locals(), body=True, writes=True)


def list_datasets(
    search: SearchParameter = None,
    *,
    namespace: NamespaceParameter = None,
    owner: OwnerParameter = None,
    tag: TagParameter = None,
    type: TypeParameter = None,
    dropped: Annotated[bool | None, Doc("List those that were dropped as well. Default false.")] = None,
    sql_only: SqlOnlyParameter = None,
    team: TeamParameter = None,
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
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[JobPage]:
    """Jobs by namespace and name."""
    return build("GET", "/jobs", JobPage, locals(), lists=("items",))


def job(name: NameParameter) -> Request[JobDetail]:
    """Everything about one job: facets, SQL, inputs and outputs, who starts it, its latest runs."""
    return build("GET", "/jobs/{name}", JobDetail, locals())


def list_namespace_joins(
    *, limit: LimitParameter = None, cursor: CursorParameter = None
) -> Request[NamespaceJoinPage]:
    """Rules that one namespace is another, with how many datasets each joins."""
    return build("GET", "/names/namespaces", NamespaceJoinPage, locals(), lists=("items",))


def join_namespaces(
    namespace: Annotated[str, Doc("The namespace whose datasets are other names.")],
    same_as: Annotated[str, Doc("The namespace whose datasets stay the ones to be shown.")],
    *,
    prefix: Annotated[
        str | None, Doc("What names have in front there, such as a database and a dot.")
    ] = None,
    dry_run: Annotated[bool | None, Doc("Only say how many datasets it would join today.")] = None,
) -> Request[NamespaceJoined]:
    """Make one namespace another, for later datasets as well. Set the event aside to take the rule back."""
    return build("POST", "/names/namespaces", NamespaceJoined, locals(), body=True, writes=True)


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
    domain: Annotated[str | None, Doc("The part of the business that it belongs to.")] = None,
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


def search(
    q: Annotated[
        str,
        Doc("Words in any order, or their beginnings. Case, accents and single typing errors do not matter."),
    ],
    *,
    kind: Annotated[
        Literal["dataset", "job", "column", "owner", "tag", "query"] | None, Doc("Filter by kind of result.")
    ] = None,
    namespace: NamespaceParameter = None,
    owner: OwnerParameter = None,
    tier: TierParameter = None,
    tag: TagParameter = None,
    type: TypeParameter = None,
    dropped: Annotated[bool | None, Doc("Find what was dropped as well. Default false.")] = None,
    team: TeamParameter = None,
    limit: Annotated[int | None, Doc("Maximum number of results. Default 20.")] = None,
    cursor: CursorParameter = None,
) -> Request[SearchPage]:
    """Datasets, jobs, columns, owners, tags and queries by words of names, labels, descriptions and SQL.

    Owners, tags and queries belong to no team: with `team`, they are left out.
    """
    return build("GET", "/search", SearchPage, locals(), lists=("items",))


def breaking_changes(asset: str, columns: Columns) -> Request[BreakingChanges]:
    """What changes between a dataset's columns and the proposed ones, judged, and what that affects."""
    return build("POST", "/breaking-changes", BreakingChanges, locals(), body=True)


def impact(
    asset: AssetParameter,
    column: ColumnParameter = None,
    *,
    as_of: AsOfParameter = None,
    depth: DepthParameter = None,
    owner: OwnerParameter = None,
    tier: TierParameter = None,
    type: TypeParameter = None,
    direct: DirectParameter = None,
    team: Team2Parameter = None,
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
    owner: OwnerParameter = None,
    tier: TierParameter = None,
    type: TypeParameter = None,
    direct: DirectParameter = None,
    team: Team2Parameter = None,
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
    dataset: DatasetParameter = None,
    team: TeamParameter = None,
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
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Ranking]:
    """Datasets by how much depends on them, or by how much they depend on."""
    return build("GET", "/ranking", Ranking, locals(), lists=("items",))


def flows(
    column: Column2Parameter = None,
    *,
    classification: ClassificationParameter = None,
    tag: Tag2Parameter = None,
    as_of: AsOfParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
    flows_limit: Annotated[int | None, Doc("Maximum number of flows of each source. Default 200.")] = None,
    suggested: Annotated[
        bool | None,
        Doc(
            "`true`: all columns that look personal and that nobody has decided on. None of them is declared."
        ),
    ] = None,
    team: Annotated[
        str | None, Doc("Begin at columns of datasets of this team alone; where they go is shown for all.")
    ] = None,
) -> Request[Flows]:
    """Everywhere that data of a column, class or tag goes, and what is left of its class there.

    Exactly one of `column`, `classification`, `tag` and `suggested` says where to begin.
    """
    return build("GET", "/compliance/flows", Flows, locals(), lists=("sources",))


def compliance_report(
    column: Column2Parameter = None,
    *,
    classification: ClassificationParameter = None,
    tag: Tag2Parameter = None,
    as_of: AsOfParameter = None,
    file_format: Annotated[
        Literal["markdown", "html", "csv", "json"] | None,
        Doc("`markdown`, `html`, `csv` or `json`. Default `markdown`."),
    ] = None,
) -> Request[WrittenDocument]:
    """A report on where data of a column, class or tag flows, to hand over; as `headwater pii` writes it.

    Exactly one of `column`, `classification` and `tag` says where to begin. `text` holds the file.
    """
    return build("GET", "/compliance/report", WrittenDocument, locals())


def list_suggestions(
    *,
    state: Annotated[Literal["suggested", "accepted", "rejected"] | None, Doc("Filter by state.")] = None,
    rule: Annotated[str | None, Doc("Filter by rule. Case-insensitive.")] = None,
    confidence: Annotated[float | None, Doc("Only those at least as certain.")] = None,
    dataset: DatasetParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SuggestionPage]:
    """Columns that look like personal data by their name, type or description, the most certain first."""
    return build("GET", "/compliance/suggestions", SuggestionPage, locals(), lists=("items",))


def decide_suggestions(
    *,
    accept: Annotated[Sequence[str] | None, Doc("These are personal data.")] = None,
    reject: Annotated[Sequence[str] | None, Doc("These are not.")] = None,
) -> Request[SuggestionsDecided]:
    """Declare columns personal, or not personal: all or none. Later ingestion does not undo it."""
    return build(
        "POST", "/compliance/suggestions/decisions", SuggestionsDecided, locals(), body=True, writes=True
    )


def active_alerts(
    *,
    as_of: AsOfParameter = None,
    days: Annotated[
        int | None, Doc("What went wrong earlier than so many days before is left out. Default 7.")
    ] = None,
    team: TeamParameter = None,
) -> Request[ActiveAlerts]:
    """Tests whose newest result is bad, pipelines whose newest run failed, and what is late."""
    return build("GET", "/alerts", ActiveAlerts, locals())


def list_anomalies(
    *,
    job: JobParameter = None,
    namespace: Namespace2Parameter = None,
    measure: Annotated[
        Literal["duration", "rows", "bytes", "inserts", "updates", "deletes", "throughput"] | None,
        Doc("Filter by what was unusual."),
    ] = None,
    since: SinceParameter = None,
    until: UntilParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[JobAnomalyPage]:
    """Runs that took unusually long or wrote unusually much or little, newest first."""
    return build("GET", "/anomalies", JobAnomalyPage, locals(), lists=("items",))


def list_assertions(
    *,
    dataset: Dataset2Parameter = None,
    namespace: Namespace3Parameter = None,
    column: ColumnParameter = None,
    test: Annotated[str | None, Doc("Filter by name of the test.")] = None,
    success: Annotated[
        bool | None, Doc("Filter by whether the test passed. False lists failed tests.")
    ] = None,
    latest: Annotated[
        bool | None,
        Doc("Only the newest result of each test: with `success=false`, what fails now. Default false."),
    ] = None,
    since: SinceParameter = None,
    until: UntilParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[AssertionPage]:
    """Results of tests, newest first: all of them over time, the failed ones, or the newest of each test."""
    return build("GET", "/assertions", AssertionPage, locals(), lists=("items",))


def list_changes(
    *,
    dataset: Dataset2Parameter = None,
    namespace: Namespace3Parameter = None,
    column: ColumnParameter = None,
    upstream_of: Annotated[str | None, Doc("Filter by datasets that feed this dataset or job.")] = None,
    breaking: Annotated[
        bool | None, Doc("Filter by whether the change broke its readers: by a verdict of `breaking`.")
    ] = None,
    since: SinceParameter = None,
    until: UntilParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[DatasetChanges]:
    """Schema changes across datasets, newest first: what changed, how bad it was, and which run did it."""
    return build("GET", "/changes", DatasetChanges, locals(), lists=("items",))


def dataset_schema_health(
    asset: AssetParameter,
    *,
    days: Annotated[int | None, Doc("How many days are looked at. Default 30.")] = None,
    as_of: AsOfParameter = None,
) -> Request[DatasetSchemaHealth]:
    """A score from 0 to 100 and a grade from A to F, and each risk that takes points off."""
    return build("GET", "/schema-health", DatasetSchemaHealth, locals())


def list_schema_versions(
    *,
    dataset: Dataset2Parameter = None,
    namespace: Namespace3Parameter = None,
    column: ColumnParameter = None,
    since: SinceParameter = None,
    until: UntilParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[DatasetSchemaPage]:
    """Schema versions of one dataset or of all, newest first, with their columns and what each changed."""
    return build("GET", "/schema-versions", DatasetSchemaPage, locals(), lists=("items",))


def list_signals(
    *,
    entity: Annotated[str | None, Doc("Filter by dataset or job; a name as for `/lineage`.")] = None,
    namespace: Namespace3Parameter = None,
    severity: Annotated[
        Literal["info", "warning", "error", "critical"] | None, Doc("Filter by severity.")
    ] = None,
    source: Annotated[str | None, Doc("Filter by where it was said.")] = None,
    since: SinceParameter = None,
    until: UntilParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SignalPage]:
    """What people and pagers said of datasets and jobs, newest first."""
    return build("GET", "/signals", SignalPage, locals(), lists=("items",))


def entity_timeline(
    entity: Annotated[str, Doc("The dataset or job, any name of it.")],
    *,
    upstream: Annotated[bool | None, Doc("What happened upstream of it as well. Default false.")] = None,
    since: SinceParameter = None,
    until: UntilParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Timeline]:
    """All that happened to a dataset and the jobs that write it: versions, runs, tests, signals, drops."""
    return build("GET", "/timeline", Timeline, locals(), lists=("items",))


def version_diff(
    asset: AssetParameter,
    *,
    from_version: Annotated[
        int | None, Doc("Number of the old version, from 1. Default the last but one.")
    ] = None,
    to_version: Annotated[int | None, Doc("Number of the new version. Default the last.")] = None,
    from_time: FromTimeParameter = None,
    to_time: FromTimeParameter = None,
) -> Request[SchemaVersionDiff]:
    """What changed between two versions of a dataset's schema; by default the last two."""
    return build("GET", "/schema-versions/diff", SchemaVersionDiff, locals())


def acknowledge_incident(
    incident_id: IncidentIdParameter, *, by: ByParameter = None, text: TextParameter = None
) -> Request[IncidentSummary]:
    """Say that you know of it."""
    return build(
        "POST", "/incidents/{incident_id}/acknowledge", IncidentSummary, locals(), body=True, writes=True
    )


def assign_incident(
    incident_id: IncidentIdParameter, to: str | None, *, by: ByParameter = None, text: str | None = None
) -> Request[IncidentSummary]:
    """Say who works on it, or that nobody does."""
    return build("POST", "/incidents/{incident_id}/assign", IncidentSummary, locals(), body=True, writes=True)


def resolve_incident(
    incident_id: IncidentIdParameter, *, by: ByParameter = None, text: TextParameter = None
) -> Request[IncidentSummary]:
    """Say that it is over. A new failure of the same cause opens it again."""
    return build(
        "POST", "/incidents/{incident_id}/resolve", IncidentSummary, locals(), body=True, writes=True
    )


def reopen_incident(
    incident_id: IncidentIdParameter, *, by: ByParameter = None, text: TextParameter = None
) -> Request[IncidentSummary]:
    """Take back that it is over, or that somebody knows of it."""
    return build("POST", "/incidents/{incident_id}/reopen", IncidentSummary, locals(), body=True, writes=True)


def note_incident(
    incident_id: IncidentIdParameter, text: str, *, by: ByParameter = None
) -> Request[IncidentSummary]:
    """Add a note to its history, in whatever state it is."""
    return build("POST", "/incidents/{incident_id}/notes", IncidentSummary, locals(), body=True, writes=True)


def mute_incident(
    incident_id: IncidentIdParameter,
    *,
    by: ByParameter = None,
    until: Annotated[
        Moment | None,
        Doc("At most a year from now. Default until somebody ends it. A time that has passed ends it."),
    ] = None,
    text: str | None = None,
) -> Request[IncidentSummary]:
    """Tell nobody of its changes: until a time (snooze), or until somebody ends it."""
    return build("POST", "/incidents/{incident_id}/mute", IncidentSummary, locals(), body=True, writes=True)


def confirm_cause(
    incident_id: IncidentIdParameter, *, by: ByParameter = None, text: TextParameter = None
) -> Request[IncidentSummary]:
    """Say that the named cause is the right one. It is kept as a labelled case for `headwater backtest`."""
    return build(
        "POST", "/incidents/{incident_id}/confirm", IncidentSummary, locals(), body=True, writes=True
    )


def correct_cause(
    incident_id: IncidentIdParameter,
    why: str,
    *,
    by: ByParameter = None,
    change: Annotated[str | None, Doc("The `id` of the change of an alternative.")] = None,
    asset: Annotated[str | None, Doc("Where it happened, if it is none of the alternatives.")] = None,
    says: Annotated[str | None, Doc("What happened there. Required with `asset`.")] = None,
    at: Annotated[Moment | None, Doc("When it happened. Default when the incident was opened.")] = None,
) -> Request[IncidentSummary]:
    """Say what the right cause is. It is kept as a labelled case for `headwater backtest`."""
    return build(
        "POST", "/incidents/{incident_id}/correct", IncidentSummary, locals(), body=True, writes=True
    )


def list_labelled_cases(
    *, limit: LimitParameter = None, cursor: CursorParameter = None
) -> Request[LabelledCasePage]:
    """Incidents whose cause somebody confirmed or corrected, as cases for `headwater backtest`."""
    return build("GET", "/incidents/cases", LabelledCasePage, locals(), lists=("items",))


def check(
    asset: AssetParameter,
    *,
    days: Annotated[
        int | None,
        Doc("What failed earlier than so many days ago and is in no incident is left out. Default 7."),
    ] = None,
) -> Request[DataCheck]:
    """Whether to run on this data now: incidents that are not over, failing tests, failed and late pipelines,
    of the asset itself and of everything upstream of it. Muted incidents stop nothing.
    """
    return build("GET", "/check", DataCheck, locals())


def list_incidents(
    *,
    state: Annotated[
        Literal["open", "acknowledged", "resolved", "muted"] | None, Doc("Filter by state.")
    ] = None,
    owner: Annotated[
        str | None, Doc("Filter by who owns something that belongs to it, or works on it.")
    ] = None,
    tier: TierParameter = None,
    since: Annotated[
        Moment | None, Doc("Filter by when something failed in it last: at this time or later.")
    ] = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[IncidentPage]:
    """Failures, late data and failed tests by their cause, one incident each, the latest first.

    The worker opens an incident when a failure is published, and widens it as more comes. `counts` are by
    state, with the other filters.
    """
    return build("GET", "/incidents", IncidentPage, locals(), lists=("items",))


def incident(incident_id: IncidentIdParameter) -> Request[IncidentDetail]:
    """One incident: cause and proof, what belongs to it as a tree, what to do next, and its history."""
    return build("GET", "/incidents/{incident_id}", IncidentDetail, locals())


def list_notifications(
    *,
    state: Annotated[Literal["waiting", "sent", "given_up"] | None, Doc("Filter by state.")] = None,
    incident: Annotated[int | None, Doc("Filter by the number of an incident.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[NotificationPage]:
    """Messages about incidents and subscribed changes: sent, waiting or given up, newest first."""
    return build("GET", "/notifications", NotificationPage, locals(), lists=("items",))


def subscribe(
    asset: Annotated[str, Doc("A dataset or job: any name of it.")],
    channel: Annotated[str, Doc("A channel of the routing file.")],
    *,
    by: ByParameter = None,
    upstream: Annotated[bool | None, Doc("Hear of changes of what it is made from as well.")] = None,
    kinds: Sequence[Literal["schema", "lineage"]] | None = None,
    severity: Annotated[
        Literal["compatible", "risky", "breaking"] | None,
        Doc("The least that counts. An edge that appears is `compatible`, one that vanishes `risky`."),
    ] = None,
) -> Request[Subscription]:
    """Hear of schema or lineage changes of a dataset or job, or upstream of it, once they are published."""
    return build("POST", "/subscriptions", Subscription, locals(), body=True, writes=True)


def unsubscribe(subscription_id: SubscriptionIdParameter) -> Request[Subscription]:
    """End a subscription."""
    return build("DELETE", "/subscriptions/{subscription_id}", Subscription, locals(), writes=True)


def list_subscriptions(
    *,
    by: Annotated[str | None, Doc("Filter by who made it.")] = None,
    asset: Annotated[str | None, Doc("Filter by dataset or job.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SubscriptionPage]:
    """Who wants to hear of which changes: subscriptions that have not ended, newest first."""
    return build("GET", "/subscriptions", SubscriptionPage, locals(), lists=("items",))


def investigate(
    *,
    asset: Asset2Parameter = None,
    at: AtParameter = None,
    lookback_days: LookbackDaysParameter = None,
    column: ColumnParameter = None,
    run: RunParameter = None,
    model: ModelParameter = None,
) -> Request[Investigation]:
    """Which recorded change explains an alert, with its proof; or that nothing recorded does.

    It walks upstream through the lineage as it was at the time. A change without a path to the alert, in the
    right order of time, is never named. `changes` lists all that changed upstream in the window.
    """
    return build("GET", "/investigations", Investigation, locals())


def write_post_mortem(
    *,
    asset: Asset2Parameter = None,
    at: AtParameter = None,
    lookback_days: LookbackDaysParameter = None,
    column: ColumnParameter = None,
    run: RunParameter = None,
    model: ModelParameter = None,
    file_format: Annotated[
        Literal["markdown", "html"] | None, Doc("`markdown` or `html`. Default `markdown`.")
    ] = None,
) -> Request[WrittenDocument]:
    """What was found of an alert, as a document: cause, alternatives, timeline, damage, recovery plan.

    Takes the parameters of `/investigations`. `text` holds the file.
    """
    return build("GET", "/investigations/post-mortem", WrittenDocument, locals())


def diff(
    earlier: Annotated[Moment, Doc("The earlier time."), WireName("from")],
    later: Annotated[Moment | None, Doc("The later time. Default now."), WireName("to")] = None,
    *,
    asset: Annotated[str | None, Doc("Compare only edges that touch it.")] = None,
    column: ColumnParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Diff]:
    """Which edges appeared, vanished or changed their origin, which schemas, owners and classes changed."""
    return build(
        "GET", "/graph/diff", Diff, locals(), keys={"earlier": "from", "later": "to"}, lists=("changes",)
    )


def graph_map(
    *,
    as_of: AsOfParameter = None,
    limit: Annotated[
        int | None, Doc("Maximum number of datasets, those seen last first. Default 10000.")
    ] = None,
    team: TeamParameter = None,
) -> Request[GraphMap]:
    """Every dataset and which feeds which, small enough to be drawn at once: a map to find one's way."""
    return build("GET", "/graph/map", GraphMap, locals())


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
    team: Team2Parameter = None,
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
    team: Team2Parameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[Walk]:
    """Everything that is made from a dataset, column or job."""
    return build("GET", "/graph/downstream", Walk, locals(), lists=("nodes", "edges"))


def event_counts(
    *,
    since: Annotated[Moment | None, Doc("Event time at or after. Default a day before `until`.")] = None,
    until: Annotated[Moment | None, Doc("Event time at or before. Default the newest event.")] = None,
) -> Request[EventActivity]:
    """How many events there were over time, by kind and by producer."""
    return build("GET", "/events/activity", EventActivity, locals())


def event_facts(event_id: EventIdParameter) -> Request[EventFacts]:
    """What one event states by today's rules, counted by kind, and which parts of it can't be read."""
    return build("GET", "/events/{event_id}/facts", EventFacts, locals())


def list_connectors(
    *, limit: LimitParameter = None, cursor: CursorParameter = None
) -> Request[ConnectorPage]:
    """Connectors that have run, by name: what each reads, and how its last run went."""
    return build("GET", "/connectors", ConnectorPage, locals(), lists=("items",))


def connector(name: Name2Parameter) -> Request[ConnectorDetails]:
    """One connector with the state from which its next run goes on."""
    return build("GET", "/connectors/{name}", ConnectorDetails, locals())


def report_connector(
    name: Name2Parameter,
    kind: str,
    source: str,
    status: Literal["running", "succeeded", "failed"],
    run_at: Annotated[
        Moment, Doc("When the run began. Reports with the same time are of one run, and replace each other.")
    ],
    *,
    state: Annotated[
        Mapping[str, Any] | None, Doc("Where the next run goes on. Default the state that is kept.")
    ] = None,
    sent: int | None = None,
    duplicates: int | None = None,
    refused: int | None = None,
    problems: Sequence[str] | None = None,
    error: str | None = None,
) -> Request[ConnectorDetails]:
    """Report how a run is going. Connectors do it by themselves, after each part that they have sent."""
    return build("POST", "/connectors/{name}", ConnectorDetails, locals(), body=True, writes=True)


def list_events(
    *,
    namespace: Annotated[str | None, Doc("Filter by namespace of the job, or dataset, of the event.")] = None,
    job: JobParameter = None,
    run: Annotated[str | None, Doc("Filter by the run's id.")] = None,
    type: Annotated[
        Literal[
            "run",
            "job",
            "dataset",
            "query",
            "signal",
            "assertion",
            "acknowledgement",
            "response",
            "namespace_join",
        ]
        | None,
        Doc("Filter by what the event is about."),
    ] = None,
    state: Annotated[
        str | None,
        Doc("Filter by eventType: START, RUNNING, COMPLETE, FAIL, ABORT or OTHER. Case-insensitive."),
    ] = None,
    producer: Annotated[str | None, Doc("Filter by producer, as it was sent.")] = None,
    since: Annotated[Moment | None, Doc("Event time at or after.")] = None,
    until: Annotated[Moment | None, Doc("Event time before.")] = None,
    team: TeamParameter = None,
    over_quota: Annotated[
        bool | None, Doc("Filter by whether the team had sent its quota of the day before the event.")
    ] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[StoredEventPage]:
    """Events as they came, newest first by event time; readable at once. Large events make a page shorter."""
    return build("GET", "/events", StoredEventPage, locals(), lists=("items",))


def event(event_id: EventIdParameter) -> Request[StoredEvent]:
    """One event as it came, by the id that answers give as evidence; readable at once."""
    return build("GET", "/events/{event_id}", StoredEvent, locals())


def job_health(name: NameParameter, *, as_of: AsOfParameter = None) -> Request[JobHealth]:
    """How its runs end, how long they take, when the next is due, and what was out of the ordinary."""
    return build("GET", "/jobs/{name}/health", JobHealth, locals())


def list_quarantine(
    *,
    reason: ReasonParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[QuarantinePage]:
    """What could not be read, newest first."""
    return build("GET", "/quarantine", QuarantinePage, locals(), lists=("items",))


def quarantine_reasons() -> Request[QuarantineReasons]:
    """Why things were set aside, each reason once with how often, first and last."""
    return build("GET", "/quarantine/reasons", QuarantineReasons, locals())


def forecast_replay(
    *, event_ids: Sequence[UUID | str] | None = None, reason: Reason2Parameter = None, all: bool | None = None
) -> Request[ReplayForecast]:
    """How many events a replay would read and how many it would set aside again; nothing is changed."""
    return build("POST", "/quarantine/dry-run", ReplayForecast, locals(), body=True)


def list_redactions(
    *, since: Annotated[Moment | None, Doc("Cuts since this day, in UTC.")] = None
) -> Request[Redactions]:
    """How many secrets were cut from events before they were stored, by rule."""
    return build("GET", "/redactions", Redactions, locals())


def replay(
    *, event_ids: Sequence[UUID | str] | None = None, reason: Reason2Parameter = None, all: bool | None = None
) -> Request[Work]:
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
    namespace: Namespace2Parameter = None,
    state: Annotated[
        str | None,
        Doc("Filter by state: RUNNING, COMPLETE, FAIL, ABORT, OTHER or UNKNOWN. Case-insensitive."),
    ] = None,
    since: Since2Parameter = None,
    until: Until2Parameter = None,
    parent: Annotated[str | None, Doc("Filter by the id of the run that started them.")] = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[RunPage]:
    """Runs, newest first."""
    return build("GET", "/runs", RunPage, locals(), lists=("items",))


def run(run_id: Annotated[str, Doc("As the producer sent it.")]) -> Request[RunDetail]:
    """One run: how it ended, what it read and wrote, its facets, parent and children."""
    return build("GET", "/runs/{run_id}", RunDetail, locals())


def set_event_aside(
    event_id: EventIdParameter,
    why: Annotated[str, Doc("Shown in the quarantine, where the event is listed from then on.")],
    *,
    by: ByParameter = None,
) -> Request[Work]:
    """Let an event count no more; it stays in the log, and what is served is rebuilt without it."""
    return build("POST", "/events/{event_id}/set-aside", Work, locals(), body=True, writes=True)


def take_event_back(event_id: EventIdParameter) -> Request[Work]:
    """Let an event that was set aside count again; what is served is rebuilt."""
    return build("DELETE", "/events/{event_id}/set-aside", Work, locals(), writes=True)


def list_sql_problems(
    *,
    job: Annotated[str | None, Doc("Filter by job.")] = None,
    reason: ReasonParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SqlProblems]:
    """Texts that gave no lineage, or not for every statement, each with the reason."""
    return build("GET", "/sql/problems", SqlProblems, locals(), lists=("items",))


def pipeline_status() -> Request[PipelineStatus]:
    """Position, lag, rates, last error, and how much there is in all."""
    return build("GET", "/pipeline", PipelineStatus, locals())


def pipeline(name: NameParameter, *, as_of: AsOfParameter = None) -> Request[PipelineDetail]:
    """How it is doing, what is normal for it, what it reads and writes, and what is set for it."""
    return build("GET", "/pipelines/{name}", PipelineDetail, locals())


def pipeline_runs(
    name: NameParameter,
    *,
    since: Since2Parameter = None,
    as_of: AsOfParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[PipelineRuns]:
    """Its runs, newest first, each with the rows that it wrote, its watermark and its error."""
    return build("GET", "/pipelines/{name}/runs", PipelineRuns, locals(), lists=("items",))


def list_pipelines(
    *,
    state: Annotated[
        Literal["failed", "late", "at_risk", "running", "succeeded", "unknown", "muted"] | None,
        Doc("Filter by state."),
    ] = None,
    search: SearchParameter = None,
    namespace: NamespaceParameter = None,
    owner: OwnerParameter = None,
    tag: TagParameter = None,
    parent: Annotated[
        str | None, Doc("Part of the name of the job that started the latest run. Case-insensitive.")
    ] = None,
    kind: Annotated[
        Literal["pipelines", "all"] | None,
        Doc("`all` lists queries, tests, migrations and jobs that only start others as well."),
    ] = None,
    sort: Annotated[
        Literal["attention", "name", "last_run", "took"] | None,
        Doc("`attention`: by state, then time. `last_run`, `took`: greatest first. Default `attention`."),
    ] = None,
    runs: Annotated[int | None, Doc("How many of the latest runs to show of each. Default 30.")] = None,
    as_of: AsOfParameter = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[PipelinePage]:
    """Pipelines, those that need attention first, each with its latest runs and what is normal for it."""
    return build("GET", "/pipelines", PipelinePage, locals(), lists=("items",))


def set_pipeline(
    name: NameParameter,
    *,
    active: Annotated[bool | None, Doc("Whether it is expected to run at all.")] = None,
    muted: Annotated[bool | None, Doc("Report nothing of it when it is late or takes too long.")] = None,
    late_after: Annotated[
        str | None, Doc("How old its data may be, such as `2 hours`; `none` for what its rhythm says.")
    ] = None,
    too_long_seconds: Annotated[
        int | None, Doc("How long a run may take; 0 for what its history says.")
    ] = None,
) -> Request[PipelineSettingsWritten]:
    """Change what is set for a pipeline; it holds from the answer on, and later events do not undo it."""
    return build(
        "POST", "/pipelines/{name}/settings", PipelineSettingsWritten, locals(), body=True, writes=True
    )


def column_usage(
    asset: AssetParameter,
    column: ColumnParameter = None,
    *,
    since: Annotated[
        Moment | None,
        Doc("Count uses since this day, in UTC. Default 30 days before the newest use of any query."),
    ] = None,
) -> Request[ColumnUsage]:
    """Who reads the columns of a dataset, in which role, how often and when last; and which nobody reads."""
    return build("GET", "/columns/usage", ColumnUsage, locals())


def dataset_usage(
    asset: AssetParameter,
    *,
    days: Annotated[int | None, Doc("How many days are counted. Default 30.")] = None,
    as_of: AsOfParameter = None,
) -> Request[DatasetUsage]:
    """Queries and runs by user and day, the columns that they used, and the jobs that read it."""
    return build("GET", "/usage", DatasetUsage, locals())


def list_queries(
    *,
    dataset: Annotated[str | None, Doc("Filter by dataset that the query references.")] = None,
    column: Annotated[
        str | None, Doc("Filter by column of the dataset; a star counts as all of them.")
    ] = None,
    user: Annotated[str | None, Doc("Filter by user.")] = None,
    role: Annotated[
        Literal["projected", "filtered", "joined", "grouped", "ordered", "windowed", "written"] | None,
        Doc("Filter by role of the dataset or column."),
    ] = None,
    since: Annotated[Moment | None, Doc("Filter by use: runs since this day, in UTC.")] = None,
    dialect: Annotated[str | None, Doc("Filter by SQL dialect.")] = None,
    text: Annotated[str | None, Doc("Part of the text. Case-insensitive.")] = None,
    kind: Annotated[
        Literal["query", "job_text", "all"] | None,
        Doc("`query`: run by people. `job_text`: run by jobs alone. Default `query`."),
    ] = None,
    team: TeamParameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[QueryPage]:
    """Queries, most used first."""
    return build("GET", "/queries", QueryPage, locals(), lists=("items",))


def query(fingerprint: Annotated[str, Doc("As in the list of queries.")]) -> Request[QueryDetails]:
    """All that is known of a query: who runs it, how often, and what it references."""
    return build("GET", "/queries/{fingerprint}", QueryDetails, locals())


def acknowledge(
    simulation_id: SubscriptionIdParameter,
    findings: Annotated[Sequence[str], Doc("As the simulation names them.")],
    by: Annotated[
        str, Doc("Who lets it pass. With a key or a session it is its holder, whatever stands here.")
    ],
    why: str,
    until: Annotated[
        Moment,
        Doc(
            "At most a year from now. A time that has passed ends an earlier acknowledgement of the same person."
        ),
    ],
) -> Request[AcknowledgementsWritten]:
    """Let known breaks pass until a time. They hold for every simulation of the same change."""
    return build(
        "POST",
        "/simulations/{simulation_id}/acknowledgements",
        AcknowledgementsWritten,
        locals(),
        body=True,
        writes=True,
    )


def list_acknowledgements(
    *,
    finding: Annotated[str | None, Doc("Filter by finding.")] = None,
    by: Annotated[str | None, Doc("Filter by who said so.")] = None,
    active: Annotated[bool | None, Doc("Filter by whether the time has not passed.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[AcknowledgementPage]:
    """Known breaks that may pass, or might once, newest first."""
    return build("GET", "/acknowledgements", AcknowledgementPage, locals(), lists=("items",))


def list_consumers(
    simulation_id: SubscriptionIdParameter,
    *,
    verdict: Annotated[
        Literal["will_error", "will_silently_change", "could_not_analyze"] | None,
        Doc("Filter by whether a text of theirs has this verdict."),
    ] = None,
    role: Annotated[Literal["user", "owner"] | None, Doc("Filter by what they are.")] = None,
    response: Annotated[
        Literal["accept", "object", "none"] | None, Doc("Filter by what they said; `none`: nothing yet.")
    ] = None,
    search: Annotated[str | None, Doc("Part of the name. Case-insensitive.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SimulationConsumerPage]:
    """Whom the change affects, with their texts, and what they say to it; the most errors first."""
    return build(
        "GET", "/simulations/{simulation_id}/consumers", SimulationConsumerPage, locals(), lists=("items",)
    )


def respond(
    simulation_id: SubscriptionIdParameter,
    consumer: Annotated[str, Doc("As the list of consumers names it.")],
    verdict: Literal["accept", "object"],
    *,
    why: str | None = None,
    by: Annotated[
        str | None, Doc("Who says so for the consumer, such as a member of a team. Default the consumer.")
    ] = None,
) -> Request[ResponseWritten]:
    """Accept a simulated change as one of its consumers, or object to it; the last word counts."""
    return build(
        "POST", "/simulations/{simulation_id}/consumers", ResponseWritten, locals(), body=True, writes=True
    )


def simulate(
    asset: Annotated[str, Doc("The dataset; with `model_sql` the job that makes it may be named instead.")],
    *,
    change_type: Annotated[
        str | None,
        Doc(
            "drop_column, rename_column, change_type, change_nullable, add_column, reorder_columns, drop_table or\nrename_table."
        ),
    ] = None,
    target: Annotated[str | None, Doc("The column.")] = None,
    new_name: Annotated[str | None, Doc("Of a rename.")] = None,
    new_type: Annotated[str | None, Doc("Of a change of type, or of an added column.")] = None,
    nullable: Annotated[bool | None, Doc("Whether the column may be null.")] = None,
    position: Annotated[int | None, Doc("Of an added or moved column, from 1.")] = None,
    default: Annotated[str | None, Doc("Of an added column: what rows get that leave it out.")] = None,
    order: Annotated[Sequence[str] | None, Doc("Of a reordering: all columns.")] = None,
    changes: Annotated[
        Sequence[Mapping[str, Any]] | None,
        Doc(
            "Several changes, made one after the other; each an object with the fields of one:\n`change_type`, `target` and so on."
        ),
    ] = None,
    ddl: Annotated[
        str | None, Doc("A script that changes the dataset instead, such as `alter table … drop column …`.")
    ] = None,
    model_sql: Annotated[
        str | None,
        Doc(
            "The new SELECT of the view or job that makes the dataset instead, compared with the one it has now."
        ),
    ] = None,
    old_sql: Annotated[
        str | None,
        Doc("With `model_sql`: the present text. Default what the job that makes the dataset sent last."),
    ] = None,
    dialect: Annotated[
        str | None, Doc("Of the script or model. Default that of the dataset's namespace.")
    ] = None,
    hops: Annotated[
        int | None, Doc("How far the change is followed through what is made from the dataset.")
    ] = None,
) -> Request[Simulation]:
    """What a proposed change to a dataset would break; the result is kept as it was computed.

    Every query and every text of a job that names the dataset, or what is made from it, is judged against
    the schema before and after. Nothing is executed.
    """
    return build("POST", "/simulations", Simulation, locals(), body=True)


def list_simulations(
    *,
    asset: Annotated[str | None, Doc("Filter by dataset.")] = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[SimulationPage]:
    """Simulations that were made, newest first."""
    return build("GET", "/simulations", SimulationPage, locals(), lists=("items",))


def simulation(simulation_id: SubscriptionIdParameter) -> Request[Simulation]:
    """One simulation, as it was computed, with what people say of it now."""
    return build("GET", "/simulations/{simulation_id}", Simulation, locals())


def list_teams(*, limit: LimitParameter = None, cursor: CursorParameter = None) -> Request[TeamPage]:
    """Teams by name, `default` included."""
    return build("GET", "/teams", TeamPage, locals(), lists=("items",))


def team(name: Annotated[str, Doc("Name of a team.")]) -> Request[TeamDetail]:
    """A team, what belongs to it, and what it sent."""
    return build("GET", "/teams/{name}", TeamDetail, locals())


def write_team(
    name: Annotated[str, Doc("Lower-case letters, digits and inner dashes; 3 to 50 characters.")],
    *,
    display_name: Annotated[str | None, Doc("Default the name.")] = None,
    description: str | None = None,
    owners: Sequence[str] | None = None,
    viewers: Sequence[str] | None = None,
    patterns: Annotated[
        Sequence[str] | None,
        Doc("Namespaces of jobs that belong to it, beside its own name; `*` stands for any text."),
    ] = None,
    dataset_patterns: Annotated[
        Sequence[str] | None,
        Doc("Datasets that belong to it, whoever writes them, as `namespace/name`; `*` stands for any text."),
    ] = None,
    daily_event_quota: int | None = None,
    over_quota: Annotated[
        Literal["mark", "refuse"] | None,
        Doc("What happens to events beyond the quota: `mark` takes and marks them, `refuse` refuses them."),
    ] = None,
    events_per_second: Annotated[
        int | None, Doc("Events a second that it may send, twice as many in a burst.")
    ] = None,
    daily_item_quota: Annotated[
        int | None, Doc("Spans, points and log records a day; no limit unless given.")
    ] = None,
    items_per_second: Annotated[
        int | None, Doc("Spans, points and log records a second that it may send, twice as many in a burst.")
    ] = None,
    storage_retention_days: Annotated[
        int | None, Doc("How long raw events, spans and points are kept after they were received.")
    ] = None,
    retention_days: Annotated[
        Mapping[Literal["events", "spans", "points", "runs", "queries"], int] | None,
        Doc("By kind, where it differs; `runs` and `queries` are kept for good unless they stand here."),
    ] = None,
    tags: Mapping[str, str] | None = None,
) -> Request[TeamWritten]:
    """Make a team, or change what is given of it."""
    return build("POST", "/teams", TeamWritten, locals(), body=True, writes=True)


def costly_spans(
    *,
    asset: Annotated[
        str | None,
        Doc(
            "A dataset. `namespace/name`, `namespace.name`, an id such as `dataset:…`, an alias, or the end of a name if only one ends so. `#column` may follow."
        ),
    ] = None,
    run: Annotated[str | None, Doc("A run, instead of a dataset.")] = None,
    limit: Annotated[int | None, Doc("Maximum number of spans. Default 20.")] = None,
) -> Request[CostlySpans]:
    """The spans that cost the time of a run, or of the latest five runs that wrote a dataset.

    By the time in which none of their children ran, the newest run first.
    """
    return build("GET", "/costly-spans", CostlySpans, locals())


def query_metric(
    name: Annotated[str, Doc("Name of a metric, or `span.duration`, in seconds, for spans.")],
    *,
    agg: Annotated[
        Literal[
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "last",
            "rate",
            "errors",
            "error_rate",
            "p50",
            "p90",
            "p95",
            "p99",
        ]
        | None,
        Doc(
            "How values are added up. Of a cumulative series, `sum` is what came in each step, `rate` the same a second. Quantiles are off by at most 1 %. Default `avg`."
        ),
    ] = None,
    by: Annotated[
        str | None,
        Doc(
            "Group by `service`, `team`, `job`, `operation` or `attribute:<name>`; several separated by commas."
        ),
    ] = None,
    since: Annotated[Moment | None, Doc("From this time on. Default a day before `until`.")] = None,
    until: Annotated[Moment | None, Doc("Before this time. Default now.")] = None,
    step: Annotated[
        Literal["minute", "hour", "day"] | None,
        Doc("Length of a step. Default `minute` up to 6 hours, `hour` up to 14 days, else `day`."),
    ] = None,
    service: ServiceParameter = None,
    team: TeamParameter = None,
    job: Annotated[str | None, Doc("Filter by job: `namespace/name`, or the name.")] = None,
    operation: Annotated[str | None, Doc("Filter by name of the spans.")] = None,
) -> Request[MetricResult]:
    """A metric over time, grouped by what it belongs to. Steps in which nothing was measured are left out."""
    return build("GET", "/metrics/query", MetricResult, locals())


def metric_names(*, team: TeamParameter = None) -> Request[MetricNames]:
    """The metrics that there are, the first 1000 by name."""
    return build("GET", "/metrics/names", MetricNames, locals())


def list_traces(
    *,
    service: ServiceParameter = None,
    name: Annotated[str | None, Doc("Filter by name of a span.")] = None,
    team: Annotated[str | None, Doc("Filter by team of a span.")] = None,
    job: Annotated[str | None, Doc("Filter by job of a span: `namespace/name`, or the name.")] = None,
    status: Annotated[str | None, Doc("Filter by status of a span: `unset`, `ok` or `error`.")] = None,
    min_duration_ms: Annotated[int | None, Doc("Least duration of a span, in milliseconds.")] = None,
    since: Since2Parameter = None,
    until: Until2Parameter = None,
    limit: LimitParameter = None,
    cursor: CursorParameter = None,
) -> Request[TracePage]:
    """Traces of the last days, newest first.

    The filters of a span have to hold for one and the same span of a trace. At most 10,000 are counted.
    """
    return build("GET", "/traces", TracePage, locals(), lists=("items",))


def trace(trace_id: Annotated[str, Doc("32 hexadecimal digits.")]) -> Request[TraceDetail]:
    """One trace as a tree, with the runs of its spans and their datasets; old ones come from the lake."""
    return build("GET", "/traces/{trace_id}", TraceDetail, locals())


READS = (
    list_access_requests,
    list_access_grants,
    list_assets,
    asset,
    list_likely_aliases,
    list_orphans,
    list_datasets,
    dataset,
    list_jobs,
    job,
    list_namespace_joins,
    search,
    breaking_changes,
    impact,
    upstream,
    list_classified_columns,
    ranking,
    flows,
    compliance_report,
    list_suggestions,
    active_alerts,
    list_anomalies,
    list_assertions,
    list_changes,
    dataset_schema_health,
    list_schema_versions,
    list_signals,
    entity_timeline,
    version_diff,
    list_labelled_cases,
    check,
    list_incidents,
    incident,
    list_notifications,
    list_subscriptions,
    investigate,
    write_post_mortem,
    diff,
    graph_map,
    paths,
    graph_upstream,
    graph_downstream,
    event_counts,
    event_facts,
    list_connectors,
    connector,
    list_events,
    event,
    job_health,
    list_quarantine,
    quarantine_reasons,
    forecast_replay,
    list_redactions,
    work_item,
    list_runs,
    run,
    list_sql_problems,
    pipeline_status,
    pipeline,
    pipeline_runs,
    list_pipelines,
    column_usage,
    dataset_usage,
    list_queries,
    query,
    list_acknowledgements,
    list_consumers,
    simulate,
    list_simulations,
    simulation,
    list_teams,
    team,
    costly_spans,
    query_metric,
    metric_names,
    list_traces,
    trace,
)
"""Those that change nothing and need no admin."""
