"""What a change would affect, and what something is made from: assets by depth, and whom to ask."""

from dataclasses import dataclass
from datetime import datetime

import numpy as np

from headwater.answers.base import NodeIds
from headwater.answers.change import Impact, ImpactTotals, Upstream
from headwater.answers.lineage import Direction, Unknown
from headwater.graph.affected import Affected, affected
from headwater.graph.arcs import Ints
from headwater.model.ids import NodeKind
from headwater.questions.change.affected_items import Items, places
from headwater.questions.change.subjects import Subject, subject
from headwater.questions.lineage import coverage
from headwater.questions.lineage.walk import WalkCursor, instant_known
from headwater.questions.parameters import AsOf, Asset, Column, Cursor, Depth, Limit
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.store.queries import labels
from headwater.store.queries.paging import DEFAULT_LIMIT, decode

SHOWN_NAMES = 100
# How owners are spelled that are a team and not a person.
TEAM = "team:"


@dataclass(frozen=True, slots=True)
class WalkBounds:
    """How far a walk goes and which page of it is shown."""

    as_of: datetime | None = None
    depth: int | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None


@question("/impact", topic="impact", lists=("affected",))
def impact(
    reading: Reading,
    asset: Asset,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Impact:
    """What a change to an asset or column affects: by columns where they are known, by tables elsewhere."""
    about = subject(reading.connection, asset, column)
    return impact_of(reading, about, WalkBounds(as_of, depth, limit, cursor))


@question("/upstream", topic="impact", lists=("sources", "transformations"))
def upstream(
    reading: Reading,
    asset: Asset,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Upstream:
    """What an asset or column is made from, and what is done on the way."""
    about = subject(reading.connection, asset, column)
    walked = _Walked(reading, about, WalkBounds(as_of, depth, limit, cursor), "upstream")
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
    # Of all that is affected, not of the page: whom to ask must not depend on where a page ends.
    everything = walked.found.assets.nodes.tolist()
    owners = labels.owners(reading.connection, everything)
    return Impact(
        asset=about.asset.answer,
        column=about.column,
        as_of=bounds.as_of,
        position=reading.position,
        total=walked.totals(),
        affected=walked.items.affected(),
        dashboards=walked.first(walked.dashboards),
        pipelines=walked.first(walked.jobs),
        owners=owners,
        teams=tuple(owner for owner in owners if owner.name.startswith(TEAM)),
        tiers=labels.tiers(reading.connection, everything),
        truncated_by_depth=walked.found.deeper,
        next_cursor=walked.page.next_cursor,
        unknown=walked.unknown(),
    )


class _Walked:
    """A finished walk, one page of it made readable, and what can be counted of the whole."""

    def __init__(self, reading: Reading, about: Subject, bounds: WalkBounds, direction: Direction) -> None:
        after = decode(bounds.cursor, WalkCursor)
        self._is_job = about.asset.kind == NodeKind.JOB
        self.found: Affected = affected(
            reading.graph,
            about.roots,
            direction,
            at=instant_known(reading.graph, bounds.as_of),
            max_depth=bounds.depth,
            touched=about.touched,
        )
        assets = self.found.assets
        dashboards = labels.dashboards(reading.connection, assets.nodes.tolist())
        self.dashboards: Ints = assets.nodes[np.isin(assets.nodes, list(dashboards))]
        self.jobs: Ints = assets.nodes[assets.is_job]
        # Reached from table to table: which of their columns are affected is not known.
        self._uncovered: Ints = assets.nodes[~assets.known & ~assets.is_job]
        self.page = places(self.found, after, bounds.limit)
        named = (self.dashboards[:SHOWN_NAMES], self.jobs[:SHOWN_NAMES], self._uncovered[: coverage.SHOWN])
        self.items = Items(reading, self.found, self.page, np.concatenate(named).tolist())

    def totals(self) -> ImpactTotals:
        assets = len(self.found.assets)
        return ImpactTotals(
            assets=assets,
            datasets=assets - len(self.jobs),
            dashboards=len(self.dashboards),
            pipelines=len(self.jobs),
            columns=len(self.found.columns),
        )

    def first(self, nodes: Ints) -> NodeIds:
        return NodeIds(self.items.lookup.ids(nodes[:SHOWN_NAMES].tolist()), len(nodes))

    def unknown(self) -> Unknown | None:
        """Datasets of which it is not known whether the columns in question get there; a job has none."""
        if self._is_job or not len(self._uncovered):
            return None
        return coverage.unknown(self.items.lookup, self._uncovered)
