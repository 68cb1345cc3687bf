"""What a change affects, or what something comes from: by columns where known, by tables where not.

Column arcs are followed first. Where an owner states no column lineage between two datasets, the walk
goes on from table to table, and what it reaches is marked as such; such a part never leads back to columns.
"""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.graph.arcs import ArcKind, Flags, Ints
from headwater.graph.column_walk import ColumnReach, column_reach
from headwater.graph.coverage_gaps import table_seeds
from headwater.graph.frontier import ReachedNodes
from headwater.graph.graph import ArcsAt, Direction, Graph, within
from headwater.graph.reachability import reach
from headwater.graph.table_walk import table_reach
from headwater.graph.trail import Trail, first_of_each


@dataclass(frozen=True, slots=True, eq=False)
class AffectedAssets:
    """Datasets and jobs by depth, then id: `known` by columns or by tables only, `direct` by values alone."""

    nodes: Ints
    depth: Ints
    known: Flags
    direct: Flags
    is_job: Flags
    entry: Ints

    def __len__(self) -> int:
        return len(self.nodes)

    def chosen(self, kept: Flags) -> "AffectedAssets":
        return AffectedAssets(*(getattr(self, field.name)[kept] for field in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Affected:
    """`columns`, by depth, then id, are those known to be affected; roots are left out everywhere.

    `followed` are the column arcs on the way. `deeper` says that `max_depth` cut something off.
    """

    assets: AffectedAssets
    columns: Ints
    column_depth: Ints
    followed: Ints
    deeper: bool
    direction: Direction
    trail: Trail

    @property
    def continues(self) -> Flags:
        """By node that was reached: whether there is more beyond it, even where `max_depth` cut it off."""
        return self.trail.continues

    def path(self, entry: int, most: int | None = None) -> tuple[int, ...]:
        """The arcs of a shortest way to this entry, from a root on; to a job, the last may be one it owns.

        With `most`, only that many at its end.
        """
        return self.trail.path(entry, most)


def affected(
    graph: Graph,
    roots: ArrayLike,
    direction: Direction,
    *,
    at: int,
    max_depth: int | None = None,
    touched: ArrayLike = (),
) -> Affected:
    """Everything that depends on the roots at this time, or, upstream, that they depend on.

    Roots are columns, datasets, which stand for all their columns, and jobs. `touched` are datasets with
    a changed column that the graph does not know: only hops without column lineage lead on from there.
    """
    begin, also, trail = within(roots, graph.size), within(touched, graph.size), Trail(graph.size)
    arcs_at = ArcsAt(graph, direction, at)
    # One hop more than asked for shows whether there is more.
    limit = None if max_depth is None else max_depth + 1
    by_columns = column_reach(arcs_at, begin, also, limit, trail)
    tables, met = table_reach(arcs_at, begin, table_seeds(arcs_at, by_columns, trail), limit, trail)
    parts = (_columns(graph, by_columns), _datasets(graph, by_columns), by_columns.jobs, tables, met)
    deeper = max_depth is not None and any(np.any(part.depth > max_depth) for part in parts)
    columns, datasets, jobs, tables, met = (_cut(part, max_depth) for part in parts)
    direct = _direct(graph, by_columns, begin, direction, at, max_depth)
    assets = _assets(_merged(datasets, tables, graph.size), _merged(jobs, met, graph.size), direct)
    return Affected(
        assets,
        columns.nodes,
        columns.depth,
        by_columns.followed,
        deeper,
        direction,
        trail,
    )


def _by_depth(nodes: Ints, depth: Ints) -> NDArray[np.int64]:
    return np.argsort((depth.astype(np.int64) << 32) | nodes, kind="stable")


def _columns(graph: Graph, found: ColumnReach) -> ReachedNodes:
    columns = np.flatnonzero(graph.parent[found.nodes.nodes] >= 0)
    order = columns[_by_depth(found.nodes.nodes[columns], found.nodes.depth[columns])]
    return _taken(found.nodes, order)


def _datasets(graph: Graph, found: ColumnReach) -> ReachedNodes:
    """Datasets by their least deep column; one that only roots belong to is not among them."""
    datasets = graph.datasets_of(found.nodes.nodes)
    # Nodes lie by depth, so the first column of a dataset is its least deep.
    first = first_of_each(datasets, np.zeros(graph.size, np.int32))
    return ReachedNodes(datasets[first], found.nodes.depth[first], found.nodes.entry[first])


def _taken(part: ReachedNodes, places: NDArray[np.integer] | Flags) -> ReachedNodes:
    return ReachedNodes(part.nodes[places], part.depth[places], part.entry[places])


def _cut(part: ReachedNodes, max_depth: int | None) -> ReachedNodes:
    if max_depth is None:
        return part
    return _taken(part, part.depth <= max_depth)


def _merged(sure: ReachedNodes, unsure: ReachedNodes, size: int) -> tuple[ReachedNodes, Flags]:
    """Each node once, by its least depth; known where any way to it is."""
    is_known = np.zeros(size, np.bool_)
    is_known[sure.nodes] = True
    nodes = np.concatenate([sure.nodes, unsure.nodes])
    depth = np.concatenate([sure.depth, unsure.depth])
    entry = np.concatenate([sure.entry, unsure.entry])
    # A stable sort keeps the known way first where both are as long.
    order = np.lexsort((depth, nodes))
    nodes, depth, entry = nodes[order], depth[order], entry[order]
    once = np.ones(len(nodes), np.bool_)
    np.not_equal(nodes[1:], nodes[:-1], out=once[1:])
    return ReachedNodes(nodes[once], depth[once], entry[once]), is_known[nodes[once]]


def _direct(
    graph: Graph, found: ColumnReach, roots: Ints, direction: Direction, at: int, max_depth: int | None
) -> Flags:
    """By node: whether values alone lead there."""
    marks = np.zeros(graph.size, np.bool_)
    nodes, jobs = found.nodes.nodes, graph.arcs.owner[found.followed]
    # With no limit and direct column arcs only, the walk that was made says it; else one more does.
    if max_depth is not None or np.any(graph.lane[found.followed] != ArcKind.COLUMN):
        by_values = reach(graph, roots, direction, at=at, max_depth=max_depth, level="column")
        nodes, jobs = by_values.nodes, by_values.jobs
    marks[graph.datasets_of(nodes)] = True
    marks[jobs] = True
    return marks


def _assets(
    datasets: tuple[ReachedNodes, Flags], jobs: tuple[ReachedNodes, Flags], direct: Flags
) -> AffectedAssets:
    (tables, tables_known), (met, met_known) = datasets, jobs
    nodes = np.concatenate([tables.nodes, met.nodes])
    depth = np.concatenate([tables.depth, met.depth])
    order = _by_depth(nodes, depth)
    return AffectedAssets(
        nodes=nodes[order],
        depth=depth[order],
        known=np.concatenate([tables_known, met_known])[order],
        direct=direct[nodes[order]],
        is_job=np.arange(len(nodes))[order] >= len(tables.nodes),
        entry=np.concatenate([tables.entry, met.entry])[order],
    )
