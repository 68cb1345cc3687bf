"""What a change affects, or what something comes from: by columns where known, by tables where not.

Column arcs are followed first. Where an owner states no column lineage between two datasets, the walk
goes on from table to table, and what it reaches is marked as such; such a part never leads back to columns.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.graph.arcs import ArcKind, Flags, Ints
from headwater.graph.column_walk import ColumnReach, datasets_of, walk_columns
from headwater.graph.coverage_gaps import made_by_jobs, table_seeds
from headwater.graph.graph import Direction, Graph, within
from headwater.graph.table_walk import ReachedNodes, walk_tables
from headwater.graph.trail import Trail, first_of_each
from headwater.graph.walk import reach


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


@dataclass(frozen=True, slots=True, eq=False)
class Affected:
    """`columns`, by depth, then id, are those known to be affected; roots are left out everywhere.

    `followed` are the column arcs on the way. `deeper` says that `max_depth` cut something off.
    """

    assets: AffectedAssets
    columns: Ints
    column_depth: Ints
    column_entry: Ints
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
    # One hop more than asked for shows whether there is more.
    limit = None if max_depth is None else max_depth + 1
    by_columns = walk_columns(graph, begin, also, direction, at, limit, trail)
    seeds = table_seeds(graph, by_columns, direction, at, trail)
    tables, met = walk_tables(graph, begin, direction, at, limit, trail, seeds)
    columns = _columns(graph, by_columns)
    datasets, jobs = _datasets(graph, by_columns), _owners(graph, by_columns, direction, trail, begin)
    parts = (columns, datasets, jobs, tables, met)
    deeper = max_depth is not None and any(np.any(part.depth > max_depth) for part in parts)
    columns, datasets, jobs, tables, met = (_cut(part, max_depth) for part in parts)
    direct = _direct(graph, by_columns, begin, direction, at, max_depth)
    assets = _assets(_merged(datasets, tables, graph.size), _merged(jobs, met, graph.size), direct)
    return Affected(
        assets,
        columns.nodes,
        columns.depth,
        columns.entry,
        by_columns.followed,
        deeper,
        direction,
        trail,
    )


def _by_depth(nodes: Ints, depth: Ints) -> NDArray[np.int64]:
    return np.argsort((depth.astype(np.int64) << 32) | nodes, kind="stable")


def _columns(graph: Graph, found: ColumnReach) -> ReachedNodes:
    nodes = found.nodes[graph.parent[found.nodes] >= 0]
    nodes = nodes[_by_depth(nodes, found.rank[nodes])]
    return ReachedNodes(nodes, found.rank[nodes] - 1, found.entry[nodes])


def _datasets(graph: Graph, found: ColumnReach) -> ReachedNodes:
    """Datasets by their least deep column; one that only roots belong to is not among them."""
    datasets = datasets_of(graph, found.nodes)
    first = first_of_each(datasets, np.zeros(graph.size, np.int32))
    nodes = found.nodes[first]
    return ReachedNodes(datasets[first], found.rank[nodes] - 1, found.entry[nodes])


def _owners(
    graph: Graph, found: ColumnReach, direction: Direction, trail: Trail, roots: Ints
) -> ReachedNodes:
    """The jobs that make the followed arcs; arcs lie by depth, so the first of each job counts."""
    arcs = found.followed[made_by_jobs(graph, found.followed)]
    first = first_of_each(graph.arcs.owner[arcs], np.zeros(graph.size, np.int32))
    arcs = arcs[first]
    arcs = arcs[~np.isin(graph.arcs.owner[arcs], roots)]
    trail.continues[graph.arcs.owner[arcs]] = True
    near = (graph.arcs.source if direction == "downstream" else graph.arcs.target)[arcs]
    return ReachedNodes(graph.arcs.owner[arcs], found.rank[near], trail.add(arcs, found.entry[near]))


def _cut(part: ReachedNodes, max_depth: int | None) -> ReachedNodes:
    if max_depth is None:
        return part
    near = part.depth <= max_depth
    return ReachedNodes(part.nodes[near], part.depth[near], part.entry[near])


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
    nodes, jobs = found.nodes, graph.arcs.owner[found.followed]
    if max_depth is not None or np.any(graph.lane[found.followed] != ArcKind.COLUMN):
        by_values = reach(graph, roots, direction, at=at, max_depth=max_depth, level="column")
        nodes, jobs = by_values.nodes, by_values.jobs
    marks[datasets_of(graph, nodes)] = True
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
