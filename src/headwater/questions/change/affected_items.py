"""One page of what is affected, made readable: names, owners, columns, and a shortest path to each.

Its order is that in which people should look: certain first, then critical, then near.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from headwater.answers.change import AffectedAsset, SourceAsset
from headwater.answers.lineage import Edge
from headwater.graph import Graph
from headwater.graph.affected import Affected, AffectedAssets
from headwater.graph.arcs import Ints
from headwater.graph.classified_flow import ClassifiedFlow
from headwater.model.edges import EdgeKind
from headwater.questions.lineage.edges import EdgeLine, NameLookup, plain
from headwater.questions.lineage.walk import WalkCursor, sort_key
from headwater.questions.reading import Reading
from headwater.store.queries.paging import Number, decode, encode

SHOWN_COLUMNS = 50
# Longer than any pipeline that people built on purpose; the end of a longer path is shown.
SHOWN_STEPS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Which of the affected assets a page shows."""

    shown: NDArray[np.intp]
    next_cursor: str | None


def places(assets: AffectedAssets, after: WalkCursor | None, limit: int) -> Places:
    # Assets lie by depth, then number: as one number each, the cursor's place is a binary search.
    keys = (assets.depth.astype(np.int64) << 32) | assets.nodes
    first = 0 if after is None else int(np.searchsorted(keys, sort_key(*after), side="right"))
    shown = np.arange(first, min(first + limit, len(keys)))
    if first + limit >= len(keys) or not len(shown):
        return Places(shown, None)
    last = int(shown[-1])
    return Places(shown, encode(int(assets.depth[last]), int(assets.nodes[last])))


@dataclass(frozen=True, slots=True)
class ShownPath:
    """As much of a path as is shown, in the direction of the data: the steps next to its asset."""

    arcs: tuple[int, ...]
    cut: bool


def shown_path(found: Affected | ClassifiedFlow, entry: int, against_data: bool = False) -> ShownPath:
    arcs = found.path(entry, SHOWN_STEPS + 1)
    cut = len(arcs) > SHOWN_STEPS
    # One step more than is shown was read, to know that there are more.
    shown = arcs[1:] if cut else arcs
    return ShownPath(shown[::-1] if against_data else shown, cut)


class Items:
    """Reads all that one page needs, in a handful of statements."""

    def __init__(self, reading: Reading, found: Affected, page: Places, also_named: Iterable[int]) -> None:
        graph = self._graph = reading.graph
        self._found, self._page = found, page
        assets = found.assets
        self._nodes = assets.nodes[page.shown].tolist()
        upstream = found.direction == "upstream"
        self._ways = [shown_path(found, entry, upstream) for entry in assets.entry[page.shown].tolist()]
        self._columns = _columns_by_dataset(graph, found, self._nodes)
        self._entering = _entering(graph, found, page, self._columns) if upstream else []
        arcs = sorted({arc for way in self._ways for arc in way.arcs} | set(self._entering))
        self._lines: dict[int, EdgeLine] = dict(zip(arcs, plain(graph, arcs), strict=True))
        columns = [
            column for members in self._columns.values() for column in members[:SHOWN_COLUMNS].tolist()
        ]
        self._labels = reading.labels.of_nodes(self._nodes)
        self.lookup = NameLookup(
            reading.labels,
            [*self._nodes, *columns, *also_named],
            list(self._lines.values()),
        )
        # A step of the graph is part of many paths.
        self._step = cache(lambda arc: self.lookup.step(self._lines[arc]))

    def affected(self) -> tuple[AffectedAsset, ...]:
        return tuple(AffectedAsset(**fields) for fields in self._all())

    def sources(self) -> tuple[SourceAsset, ...]:
        return tuple(
            SourceAsset(**fields, is_origin=not self._found.continues[node])
            for node, fields in zip(self._nodes, self._all(), strict=True)
        )

    def entering(self) -> tuple[Edge, ...]:
        """The edges by which a walk upstream comes to this page."""
        return tuple(self.lookup.edge(self._lines[arc]) for arc in self._entering)

    def _all(self) -> Iterator[dict[str, Any]]:
        return (self._fields(number, place) for number, place in enumerate(self._page.shown.tolist()))

    def _fields(self, number: int, place: int) -> dict[str, Any]:
        assets, node, way = self._found.assets, self._nodes[number], self._ways[number]
        label, columns = self._labels.get(node), self._columns.get(node, assets.nodes[:0])
        return {
            "node": self.lookup.node(node),
            "type": label.type if label else None,
            "owners": tuple(label.owners) if label else (),
            "tier": label.tier if label else None,
            "domain": label.domain if label else None,
            "depth": int(assets.depth[place]),
            "level": "column" if assets.known[place] else "dataset",
            "direct": bool(assets.direct[place]),
            "columns": tuple(self.lookup.name(column).field for column in columns[:SHOWN_COLUMNS].tolist()),
            "columns_total": len(columns),
            "path": tuple(self._step(arc) for arc in way.arcs),
            "path_truncated": way.cut,
        }


def _columns_by_dataset(graph: Graph, found: Affected, nodes: list[int]) -> dict[int, Ints]:
    """The affected columns of these datasets, nearest first."""
    parents = graph.parent[found.columns]
    # Stable, so that the columns of each dataset stay as they are: nearest first.
    order = np.argsort(parents, kind="stable")
    low, high = (np.searchsorted(parents[order], nodes, side=side) for side in ("left", "right"))
    return {
        node: found.columns[order[begin:end]]
        for node, begin, end in zip(nodes, low.tolist(), high.tolist(), strict=True)
    }


def _entering(graph: Graph, found: Affected, page: Places, columns: dict[int, Ints]) -> list[int]:
    """All arcs by which the columns shown are used on the way, and the last hop to assets without columns."""
    shown = np.concatenate([found.columns[:0], *(members[:SHOWN_COLUMNS] for members in columns.values())])
    used = found.followed[np.isin(graph.arcs.source[found.followed], shown)]
    arcs = dict.fromkeys(used.tolist())
    for place in page.shown.tolist():
        if not len(columns.get(int(found.assets.nodes[place]), ())):
            arcs.update(dict.fromkeys(_last_hop(graph, found, int(found.assets.entry[place]))))
    return list(arcs)


def _last_hop(graph: Graph, found: Affected, entry: int) -> tuple[int, ...]:
    """One arc, or two where the hop, which goes upstream, leads through a job."""
    path = found.path(entry, 2)
    return path if path and graph.arcs.kind[path[-1]] == EdgeKind.READS else path[-1:]


# Names of tiers that companies use instead of numbers.
NAMED = {
    **dict.fromkeys(("critical", "platinum", "gold"), 1),
    **dict.fromkeys(("high", "silver"), 2),
    **dict.fromkeys(("medium", "bronze"), 3),
    "low": 4,
}
LAST_NUMBERED = 9
UNKNOWN_TIER, NO_TIER = 10, 11
NODE_BITS, MOST_RANK = 2**32 - 1, 2**31 - 1


class RankCursor(NamedTuple):
    """The last asset shown: certainty, tier and depth as one number, and its node."""

    rank: Number
    node: Number


def tier_rank(tier: str) -> int:
    """
    >>> tier_rank("1"), tier_rank("Gold"), tier_rank("3"), tier_rank("own")
    (1, 1, 3, 10)
    """
    if tier.isascii() and tier.isdecimal():
        return min(int(tier[:3]), LAST_NUMBERED)
    return NAMED.get(tier.lower(), UNKNOWN_TIER)


def ranked_places(assets: AffectedAssets, tiers: Mapping[int, str], cursor: str | None, limit: int) -> Places:
    """A page of assets in that order; `tiers` are those of assets that have one."""
    after = decode(cursor, RankCursor)
    ranks = np.full(len(assets), NO_TIER, np.int64)
    if tiers:
        numbers = np.array(sorted(tiers), np.int64)
        of_number = np.array([tier_rank(tiers[number]) for number in numbers.tolist()], np.int64)
        place = np.searchsorted(numbers, assets.nodes)
        has = (place < len(numbers)) & (numbers[np.minimum(place, len(numbers) - 1)] == assets.nodes)
        ranks[has] = of_number[place[has]]
    # All in one number, so that the cursor's place is a binary search.
    keys = (~assets.known).astype(np.int64) << 60 | ranks << 56
    keys |= assets.depth.astype(np.int64) << 32 | assets.nodes.astype(np.int64)
    order = np.argsort(keys, kind="stable")
    first = 0 if after is None else int(np.searchsorted(keys[order], _key(*after), side="right"))
    shown = order[first : first + limit]
    if first + limit >= len(keys) or not len(shown):
        return Places(shown, None)
    last = int(keys[shown[-1]])
    return Places(shown, encode(last >> 32, last & NODE_BITS))


def _key(rank: int, node: int) -> int:
    """Whatever a cursor holds, as a number that can be compared with the keys."""
    return min(max(rank, 0), MOST_RANK) << 32 | min(max(node, 0), NODE_BITS)
