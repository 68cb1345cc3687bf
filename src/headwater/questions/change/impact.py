"""What a change would affect, and what something is made from: assets by depth, and whom to ask."""

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from psycopg_pool import ConnectionPool

from headwater.graph import Direction
from headwater.graph.affected import Affected, affected
from headwater.graph.arcs import Ints
from headwater.model.ids import NodeKind
from headwater.questions.change.affected_items import Item, Items, places
from headwater.questions.change.subjects import Subject, subject
from headwater.questions.lineage.coverage import SHOWN, Unknown
from headwater.questions.lineage.edges import Atlas, Edge
from headwater.questions.lineage.walk import Key, instant
from headwater.questions.live_graph import LiveGraph
from headwater.store.queries import labels
from headwater.store.queries.labels import Counted
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT, decode
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot

SHOWN_NAMES = 100
TEAM = "team:"


@dataclass(frozen=True, slots=True)
class Question:
    asset: str
    column: str | None = None
    as_of: datetime | None = None
    depth: int | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Totals:
    """Over the whole walk, whatever the page shows; dashboards count among datasets as well."""

    assets: int
    datasets: int
    dashboards: int
    pipelines: int
    columns: int


@dataclass(frozen=True, slots=True)
class Names:
    """The first of them, nearest first."""

    total: int
    items: tuple[NodeName, ...]


@dataclass(frozen=True, slots=True)
class ImpactAnswer:
    asset: NodeName
    column: str | None
    as_of: datetime | None
    position: int
    total: Totals
    affected: tuple[Item, ...]
    dashboards: Names
    pipelines: Names
    owners: tuple[Counted, ...]
    teams: tuple[Counted, ...]
    tiers: tuple[Counted, ...]
    truncated_by_depth: bool
    next_cursor: str | None
    unknown: Unknown | None


@dataclass(frozen=True, slots=True)
class SourcesAnswer:
    asset: NodeName
    column: str | None
    as_of: datetime | None
    position: int
    total: Totals
    sources: tuple[Item, ...]
    transformations: tuple[Edge, ...]
    truncated_by_depth: bool
    next_cursor: str | None
    unknown: Unknown | None


class Impact:
    def __init__(self, pool: ConnectionPool[Connection], live: LiveGraph) -> None:
        self._pool = pool
        self._live = live

    def affected(self, question: Question) -> ImpactAnswer:
        with self._pool.connection() as connection:
            about = subject(connection, question.asset, question.column)
            # Taken after the name was resolved: whoever has a number is in this graph or a later one.
            return impact_of(connection, self._live.snapshot, about, question)

    def sources(self, question: Question) -> SourcesAnswer:
        with self._pool.connection() as connection:
            about = subject(connection, question.asset, question.column)
            walked = _Walked(connection, self._live.snapshot, about, question, "upstream")
            return SourcesAnswer(
                asset=about.asset,
                column=about.column,
                as_of=question.as_of,
                position=walked.position,
                total=walked.totals(),
                sources=walked.items.all(),
                transformations=walked.items.entering(),
                truncated_by_depth=walked.found.deeper,
                next_cursor=walked.page.next_cursor,
                unknown=walked.unknown(),
            )


def impact_of(connection: Connection, snapshot: Snapshot, about: Subject, question: Question) -> ImpactAnswer:
    """What all roots of the subject affect together, each asset once."""
    walked = _Walked(connection, snapshot, about, question, "downstream")
    everything = walked.found.assets.nodes.tolist()
    owners = labels.owners(connection, everything)
    return ImpactAnswer(
        asset=about.asset,
        column=about.column,
        as_of=question.as_of,
        position=walked.position,
        total=walked.totals(),
        affected=walked.items.all(),
        dashboards=walked.names(walked.dashboards),
        pipelines=walked.names(walked.jobs),
        owners=owners,
        teams=tuple(owner for owner in owners if owner.name.startswith(TEAM)),
        tiers=labels.tiers(connection, everything),
        truncated_by_depth=walked.found.deeper,
        next_cursor=walked.page.next_cursor,
        unknown=walked.unknown(),
    )


class _Walked:
    """A finished walk, one page of it made readable, and what can be counted of the whole."""

    def __init__(
        self,
        connection: Connection,
        snapshot: Snapshot,
        about: Subject,
        question: Question,
        direction: Direction,
    ) -> None:
        after = decode(question.cursor, Key)
        self.position = snapshot.position
        self._of_job = about.asset.kind == NodeKind.JOB
        self.found: Affected = affected(
            snapshot.graph,
            about.roots,
            direction,
            at=instant(question.as_of),
            max_depth=question.depth,
            touched=about.touched,
        )
        assets = self.found.assets
        dashboards = labels.dashboards(connection, assets.nodes.tolist())
        self.dashboards: Ints = assets.nodes[np.isin(assets.nodes, list(dashboards))]
        self.jobs: Ints = assets.nodes[assets.is_job]
        self._unsure: Ints = assets.nodes[~assets.known & ~assets.is_job]
        self.page = places(self.found, after, question.limit)
        named = (self.dashboards[:SHOWN_NAMES], self.jobs[:SHOWN_NAMES], self._unsure[:SHOWN])
        self.items = Items(connection, snapshot.graph, self.found, self.page, np.concatenate(named).tolist())

    @property
    def _atlas(self) -> Atlas:
        return self.items.atlas

    def totals(self) -> Totals:
        assets = len(self.found.assets)
        return Totals(
            assets=assets,
            datasets=assets - len(self.jobs),
            dashboards=len(self.dashboards),
            pipelines=len(self.jobs),
            columns=len(self.found.columns),
        )

    def names(self, nodes: Ints) -> Names:
        return Names(len(nodes), tuple(self._atlas.name(node) for node in nodes[:SHOWN_NAMES].tolist()))

    def unknown(self) -> Unknown | None:
        """Datasets of which nobody tells whether the columns in question get there; a job has none."""
        if self._of_job or not len(self._unsure):
            return None
        shown = self._unsure[:SHOWN].tolist()
        return Unknown(len(self._unsure), tuple(self._atlas.name(node) for node in shown))
