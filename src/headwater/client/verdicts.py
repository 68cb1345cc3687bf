"""What the server answers to questions about a change and about compliance."""

from datetime import datetime

from msgspec import field

from headwater.client.answers import Answer, Edge, Node, Unknown


class Step(Answer, frozen=True):
    """One hop of a path."""

    from_: str = field(name="from")
    to: str
    kind: str = ""
    job: str | None = None
    origin: str = ""
    confidence: float = 1.0
    subtype: str | None = None
    masking: bool | None = None
    description: str | None = None


class Totals(Answer, frozen=True):
    """Over all that is affected, whatever this page shows."""

    assets: int = 0
    datasets: int = 0
    dashboards: int = 0
    pipelines: int = 0
    columns: int = 0


class Affected(Answer, frozen=True):
    node: Node
    depth: int
    type: str | None = None
    owners: tuple[str, ...] = ()
    tier: str | None = None
    level: str = "dataset"
    direct: bool = False
    columns: tuple[str, ...] = ()
    columns_total: int = 0
    path: tuple[Step, ...] = ()
    is_origin: bool = False


class Named(Answer, frozen=True):
    """The first node ids of a list, and how long the list is."""

    total: int = 0
    items: tuple[str, ...] = ()


class Counted(Answer, frozen=True):
    name: str
    affected: int


class Impact(Answer, frozen=True):
    asset: Node
    position: int
    total: Totals
    affected: tuple[Affected, ...]
    column: str | None = None
    as_of: datetime | None = None
    dashboards: Named = Named()
    pipelines: Named = Named()
    owners: tuple[Counted, ...] = ()
    teams: tuple[Counted, ...] = ()
    tiers: tuple[Counted, ...] = ()
    truncated_by_depth: bool = False
    next_cursor: str | None = None
    unknown: Unknown | None = None


class Upstream(Answer, frozen=True):
    asset: Node
    position: int
    total: Totals
    sources: tuple[Affected, ...]
    transformations: tuple[Edge, ...] = ()
    column: str | None = None
    as_of: datetime | None = None
    truncated_by_depth: bool = False
    next_cursor: str | None = None
    unknown: Unknown | None = None


class Evidence(Answer, frozen=True):
    what: str
    weight: float
    says: str


class SchemaChange(Answer, frozen=True):
    kind: str
    column: str
    verdict: str
    reason: str
    new_name: str | None = None
    old_type: str | None = None
    new_type: str | None = None
    probability: float | None = None
    evidence: tuple[Evidence, ...] = ()
    how: str | None = None


class BreakingChanges(Answer, frozen=True):
    asset: Node
    changes: tuple[SchemaChange, ...]
    verdict: str | None = None
    impact: Impact | None = None


class Mark(Answer, frozen=True):
    """A class and a flag; each None where nobody told it."""

    classification: str | None = None
    pii: bool | None = None


class Flow(Answer, frozen=True):
    column: Node
    depth: int
    effect: str
    classification: str | None = None
    pii: bool = False
    declared: Mark | None = None
    undeclared: bool = False
    path: tuple[Step, ...] = ()
    owners: tuple[str, ...] = ()
    type: str | None = None


class FlowPart(Answer, frozen=True):
    total: int
    items: tuple[Flow, ...]


class Source(Answer, frozen=True):
    column: Node
    flows: FlowPart
    classification: str | None = None
    counts_as: str | None = None
    pii: bool = False
    owners: tuple[str, ...] = ()


class Flows(Answer, frozen=True):
    position: int
    total: int
    sources: tuple[Source, ...]
    as_of: datetime | None = None
    next_cursor: str | None = None
    unknown: Unknown | None = None


class ClassifiedColumn(Answer, frozen=True):
    column: Node
    effective: Mark
    declared: Mark | None = None
    inherited_from: Node | None = None
    pii_from: Node | None = None
    depth: int | None = None
    why: str | None = None


class ClassifiedColumns(Answer, frozen=True):
    items: tuple[ClassifiedColumn, ...]
    total: int
    next_cursor: str | None = None
    computed_at: datetime | None = None
