"""What a change would affect, and what something is made from: assets by depth, and whom to ask."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import msgspec
import numpy as np

from headwater.answers.base import NodeIds
from headwater.answers.change import (
    AffectedAsset,
    AffectedQueries,
    AssetTotals,
    Impact,
    ImpactTotals,
    Upstream,
)
from headwater.answers.lineage import Direction, UnknownAssets
from headwater.graph.affected import Affected, AffectedAssets, affected
from headwater.graph.arcs import Flags, Ints
from headwater.model.ids import NodeKind
from headwater.questions.change.affected_items import Items, Places, places, ranked_places
from headwater.questions.change.affected_queries import affected_queries, separate_readers
from headwater.questions.change.subjects import Subject, subject
from headwater.questions.lineage import coverage
from headwater.questions.lineage.walk import TeamNodes, WalkCursor
from headwater.questions.parameters import AsOf, Asset, Column, Cursor, Depth, Limit, Owner, Tier, Type
from headwater.questions.reading import Reading, instant_known
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import find_team
from headwater.store.queries import labels, teams
from headwater.store.queries.paging import DEFAULT_LIMIT, decode
from headwater.store.queries.rows import Connection

SHOWN_NAMES = 100
# How owners are spelled that are a team and not a person.
TEAM = "team:"
Direct = Annotated[
    bool | None,
    Parameter(
        "Filter by whether values alone lead there. False lists what is reached through a filter, join, "
        "grouping or the like, or known at dataset level only."
    ),
]
OF_A_JOB = "what a job reads and writes is followed by datasets, not by columns"


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which assets are listed; what is counted stays the same, so that a filter hides nothing."""

    owner: str | None = None
    tier: str | None = None
    type: str | None = None
    direct: bool | None = None
    team: str | None = None

    def chosen(self, connection: Connection, assets: AffectedAssets) -> Flags:
        chosen = np.ones(len(assets), np.bool_)
        if self.direct is not None:
            chosen &= assets.direct == self.direct
        if any(wanted is not None for wanted in (self.owner, self.tier, self.type)):
            nodes = assets.nodes[chosen].tolist()
            chosen &= np.isin(
                assets.nodes, labels.matching(connection, nodes, self.owner, self.tier, self.type)
            )
        if self.team is not None:
            team = find_team(connection, self.team)
            chosen &= np.isin(assets.nodes, teams.owned_nodes(connection, team.name))
        return chosen


@dataclass(frozen=True, slots=True)
class WalkBounds:
    """How far a walk goes and which page of it is shown."""

    as_of: datetime | None = None
    depth: int | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None
    listed: ListFilter = ListFilter()


@question("/impact", topic="impact", lists=("affected",))
def impact(
    reading: Reading,
    asset: Asset,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    owner: Owner = None,
    tier: Tier = None,
    type: Type = None,
    direct: Direct = None,
    team: TeamNodes = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Impact:
    """What a change to an asset or column affects: by columns where they are known, by tables elsewhere."""
    about = subject(reading.connection, asset, column)
    return impact_of(
        reading, about, WalkBounds(as_of, depth, limit, cursor, ListFilter(owner, tier, type, direct, team))
    )


@question("/upstream", topic="impact", lists=("sources", "transformations"))
def upstream(
    reading: Reading,
    asset: Asset,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    owner: Owner = None,
    tier: Tier = None,
    type: Type = None,
    direct: Direct = None,
    team: TeamNodes = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Upstream:
    """What an asset or column is made from, and what is done on the way."""
    about = subject(reading.connection, asset, column)
    bounds = WalkBounds(as_of, depth, limit, cursor, ListFilter(owner, tier, type, direct, team))
    walked = _Walked(reading, about, bounds, "upstream")
    return Upstream(
        asset=about.asset.answer,
        column=about.column,
        as_of=as_of,
        position=reading.position,
        total=walked.totals(),
        sources=walked.items.sources(),
        transformations=walked.items.entering(),
        truncated_by_depth=walked.found.deeper,
        next_cursor=walked.page.next_cursor,
        unknown=walked.unknown(),
    )


def impact_of(reading: Reading, about: Subject, bounds: WalkBounds) -> Impact:
    """What all roots of the subject affect together, each asset once."""
    walked = _Walked(reading, about, bounds, "downstream")
    queries = walked.queries(bounds.as_of)
    total = walked.totals()
    # Of all that is affected, not of the page: whom to ask must not depend on where a page ends.
    everything = walked.found.assets.nodes.tolist()
    owners = reading.labels.owners(everything)
    return Impact(
        asset=about.asset.answer,
        column=about.column,
        as_of=bounds.as_of,
        position=reading.position,
        total=ImpactTotals(**msgspec.structs.asdict(total), queries=queries.total, users=queries.users_total),
        affected=walked.items.affected(),
        queries=queries,
        dashboards=walked.first(walked.dashboards),
        pipelines=walked.first(walked.jobs),
        owners=owners,
        teams=tuple(owner for owner in owners if owner.name.startswith(TEAM)),
        tiers=reading.labels.tiers(everything),
        truncated_by_depth=walked.found.deeper,
        next_cursor=walked.page.next_cursor,
        unknown=walked.unknown(),
    )


def downstream_assets(reading: Reading, about: Subject, bounds: WalkBounds) -> tuple[AffectedAsset, ...]:
    """The page that an impact shows of what is affected, without looking up who asks for it."""
    return _Walked(reading, about, bounds, "downstream").items.affected()


class _Walked:
    """A finished walk, one page of it made readable, and what can be counted of the whole."""

    def __init__(self, reading: Reading, about: Subject, bounds: WalkBounds, direction: Direction) -> None:
        self._connection = reading.connection
        self._labels = reading.labels
        self._is_job = about.asset.kind == NodeKind.JOB
        found: Affected = affected(
            reading.graph,
            about.roots,
            direction,
            at=instant_known(reading.graph, bounds.as_of),
            max_depth=bounds.depth,
            touched=about.touched,
        )
        self._apart = (
            separate_readers(reading, about, found, bounds.depth) if direction == "downstream" else None
        )
        self.found: Affected = self._apart.found if self._apart else found
        assets = self.found.assets
        dashboards = reading.labels.dashboards(assets.nodes.tolist())
        self.dashboards: Ints = assets.nodes[np.isin(assets.nodes, list(dashboards))]
        self.jobs: Ints = assets.nodes[assets.is_job]
        # Reached from table to table: which of their columns are affected, or used, is not known.
        self._uncovered: Ints = assets.nodes[~assets.known & ~assets.is_job]
        self._silent: Ints = assets.nodes[~assets.known & assets.is_job]
        self._listed: Flags = bounds.listed.chosen(reading.connection, assets)
        self.page = self._places(bounds)
        unknown = (self._uncovered[: coverage.SHOWN], self._silent[: coverage.SHOWN])
        named = (self.dashboards[:SHOWN_NAMES], self.jobs[:SHOWN_NAMES], *unknown)
        self.items = Items(reading, self.found, self.page, np.concatenate(named).tolist())

    def _places(self, bounds: WalkBounds) -> Places:
        assets = self.found.assets.chosen(self._listed)
        if self._apart is None:
            page = places(assets, decode(bounds.cursor, WalkCursor), bounds.limit)
        else:
            tiers = self._labels.tiers_of(assets.nodes.tolist())
            page = ranked_places(assets, tiers, bounds.cursor, bounds.limit)
        return Places(np.flatnonzero(self._listed)[page.shown], page.next_cursor)

    def queries(self, as_of: datetime | None) -> AffectedQueries:
        """Those that read what a walk downstream found."""
        assert self._apart is not None
        return affected_queries(self._connection, self._apart, as_of)

    def totals(self) -> AssetTotals:
        assets = len(self.found.assets)
        return AssetTotals(
            assets=assets,
            datasets=assets - len(self.jobs),
            dashboards=len(self.dashboards),
            pipelines=len(self.jobs),
            columns=len(self.found.columns),
            matching=int(np.count_nonzero(self._listed)),
        )

    def first(self, nodes: Ints) -> NodeIds:
        return NodeIds(self.items.lookup.ids(nodes[:SHOWN_NAMES].tolist()), len(nodes))

    def unknown(self) -> UnknownAssets | None:
        """All that is known at dataset level only: whether the columns in question get there is open."""
        if not len(self._uncovered) and not len(self._silent):
            return None
        ids = self.items.lookup.ids
        return UnknownAssets(
            total=len(self._uncovered),
            datasets=ids(self._uncovered[: coverage.SHOWN].tolist()),
            reason=OF_A_JOB if self._is_job else coverage.REASON,
            jobs=ids(self._silent[: coverage.SHOWN].tolist()),
            jobs_total=len(self._silent),
        )
