"""What the server answers, typed: frozen values that ignore fields of newer servers."""

from datetime import datetime
from typing import Any

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """Built from JSON by `msgspec`; what it does not know is left out."""


class Column(Answer, frozen=True, omit_defaults=True):
    """A column of an asset, as registered or proposed."""

    name: str
    type: str | None = None
    description: str | None = None
    is_pii: bool | None = None
    classification: str | None = None
    nullable: bool | None = None


class Node(Answer, frozen=True):
    id: str
    kind: str
    namespace: str
    name: str
    field: str | None = None

    def __str__(self) -> str:
        whole = f"{self.namespace}/{self.name}"
        return f"{whole}#{self.field}" if self.field else whole


class Asset(Answer, frozen=True):
    """`schema`, `database` and `owner` are as declared in the catalog; a list leaves them out."""

    name: str
    namespace: str | None = None
    type: str | None = None
    schema: str | None = None
    database: str | None = None
    owner: str | None = None
    owners: tuple[str, ...] = ()
    tier: str | None = None
    tags: tuple[str, ...] = ()
    description: str | None = None
    columns: tuple[Column, ...] = ()


class Registered(Answer, frozen=True):
    asset: Asset
    position: int
    event_id: str | None = None


class Edge(Answer, frozen=True):
    source: str
    target: str
    kind: str
    job: str | None = None
    origin: str = ""
    confidence: float = 1.0
    subtype: str | None = None
    masking: bool | None = None
    description: str | None = None
    first_seen: datetime | None = None
    last_seen: datetime | None = None


class Declared(Answer, frozen=True):
    """An edge that was declared; it is served as any other once the pipeline has reached `position`."""

    edge: dict[str, Any]
    position: int


class Removed(Answer, frozen=True):
    position: int
    node: str | None = None
    event_id: str | None = None


class Refused(Answer, frozen=True):
    index: int
    reason: str
    retriable: bool = False


class Summary(Answer, frozen=True):
    received: int
    successful: int
    failed: int


class Sent(Answer, frozen=True):
    summary: Summary
    failed_events: tuple[Refused, ...] = ()
    position: int | None = None


class Pipeline(Answer, frozen=True):
    position: int
    head: int
    lag_events: int
    worker_alive: bool


class AssetPage(Answer, frozen=True):
    items: tuple[Asset, ...]
    total: int
    next_cursor: str | None = None


class Unknown(Answer, frozen=True):
    """What the answer can't know, and why."""

    total: int = 0
    datasets: tuple[Any, ...] = ()
    reason: str = ""


class Reached(Answer, frozen=True):
    node: Node
    depth: int


class WalkTotals(Answer, frozen=True):
    nodes: int
    datasets: int
    columns: int
    jobs: int


class Walk(Answer, frozen=True):
    root: Node
    direction: str
    level: str
    position: int
    total: WalkTotals
    nodes: tuple[Reached, ...]
    edges: tuple[Edge, ...]
    as_of: datetime | None = None
    edges_truncated: bool = False
    truncated_by_depth: bool = False
    next_cursor: str | None = None
    unknown: Unknown | None = None


class Path(Answer, frozen=True):
    hops: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class Paths(Answer, frozen=True):
    source: Node
    target: Node
    level: str
    position: int
    paths: tuple[Path, ...]
    complete: bool
    on_path: int = 0
    as_of: datetime | None = None


class EdgeChange(Answer, frozen=True):
    change: str
    edge: Edge
    at: datetime | None = None
    event_id: str | None = None


class Diff(Answer, frozen=True):
    earlier: datetime
    position: int
    appeared: int
    vanished: int
    changes: tuple[EdgeChange, ...]
    later: datetime | None = None
    about: Node | None = None
    next_cursor: str | None = None
