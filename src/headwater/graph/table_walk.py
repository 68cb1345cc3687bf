"""The table walk: from dataset to dataset, along FEEDS arcs and through the jobs that read and write them."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from math import inf

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import ATTACHED, ArcKind, Flags, Ints
from headwater.graph.frontier import (
    JOB,
    NODE,
    OWNER,
    PASSED,
    Frontier,
    Nodes,
    ReachedNodes,
    Rules,
    reached_nodes,
)
from headwater.graph.graph import ArcsAt, Direction, lane_table
from headwater.graph.trail import NONE, Trail, Visited

# Datasets never write and jobs never read out, so `first` serves datasets and root jobs alike.
TABLE_RULES: dict[Direction, Rules] = {
    "downstream": Rules(
        first=lane_table(
            {
                ArcKind.READS: PASSED,
                ArcKind.FEEDS: NODE | OWNER,
                ArcKind.WRITES: NODE,
                ATTACHED: NODE,
                ArcKind.JOB_FEEDS: PASSED,
            }
        ),
        then=lane_table({ArcKind.WRITES: NODE, ArcKind.JOB_FEEDS: PASSED}),
    ),
    "upstream": Rules(
        first=lane_table(
            {
                ArcKind.WRITES: PASSED,
                # A write that does not flow shows the job, but nothing that the job reads came by it.
                ATTACHED: JOB,
                ArcKind.FEEDS: NODE | OWNER,
                ArcKind.READS: NODE,
                ArcKind.JOB_FEEDS: PASSED,
            }
        ),
        then=lane_table({ArcKind.READS: NODE, ArcKind.JOB_FEEDS: PASSED}),
    ),
}
_FROM_ROOT_JOBS: dict[Direction, bytes] = {
    "downstream": lane_table({ArcKind.WRITES: NODE, ATTACHED: NODE, ArcKind.JOB_FEEDS: PASSED}),
    "upstream": lane_table({ArcKind.READS: NODE, ArcKind.JOB_FEEDS: PASSED}),
}
_JOBS_ONLY = lane_table({ArcKind.JOB_FEEDS: PASSED})


@dataclass(frozen=True, slots=True, eq=False)
class TableSeeds:
    """Datasets or jobs at which something may be affected, each with its depth and the entry that says how.

    A job that `passes` hands on to jobs that it feeds; what it writes is covered by seeds of its own.
    """

    nodes: Ints
    depth: Ints
    entry: Ints
    passes: Flags

    def take(self, places: NDArray[np.intp] | Flags | slice) -> "TableSeeds":
        return TableSeeds(*(getattr(self, field.name)[places] for field in fields(self)))

    def by_depth(self) -> "TableSeeds":
        return self.take(np.argsort(self.depth, kind="stable"))

    def at_depth(self, depth: int) -> "TableSeeds":
        """These, of seeds that lie by depth."""
        low, high = np.searchsorted(self.depth, [depth, depth + 1])
        return self.take(slice(low, high))

    def next_depth(self, after: int) -> float:
        """The least depth beyond this one, of seeds that lie by depth; infinite without any."""
        place = int(np.searchsorted(self.depth, after, side="right"))
        return int(self.depth[place]) if place < len(self.depth) else inf


def joined(*parts: TableSeeds) -> TableSeeds:
    columns = ([getattr(part, field.name) for part in parts] for field in fields(TableSeeds))
    return TableSeeds(*(np.concatenate(column) for column in columns))


Seeds = tuple[TableSeeds, TableSeeds, TableSeeds]
"""Datasets, jobs that may be affected, and jobs that are known to be and hand on to others."""


def table_reach(
    arcs_at: ArcsAt, roots: Ints, seeds: Seeds, limit: int | None, trail: Trail
) -> tuple[ReachedNodes, ReachedNodes]:
    """Datasets and jobs that a table walk reaches: by roots that are jobs, and from the seeds on."""
    graph, frontier = arcs_at.graph, Frontier(arcs_at, trail)
    frontier.start(roots)
    datasets, jobs, handing = (table.by_depth() for table in seeds)
    hops = list(_seeded_hops(frontier, roots, (datasets, jobs, handing), limit))
    followed = frontier.followed()
    owned = followed[(graph.lane[followed] == ArcKind.FEEDS) & graph.made_by_jobs(followed)]
    trail.continues[arcs_at.near[followed]] = trail.continues[graph.arcs.owner[owned]] = True
    return (
        reached_nodes([(hop, nodes) for hop, nodes, _ in hops], frontier.reached.entry),
        reached_nodes([(hop, met) for hop, _, met in hops], frontier.met.entry),
    )


def _seeded_hops(
    frontier: Frontier, roots: Ints, seeds: Seeds, limit: int | None
) -> Iterator[tuple[int, Nodes, Nodes]]:
    """Hop by hop, with the seeds of each depth; where nothing leads on, from the next seeds."""
    direction, end = frontier.arcs_at.direction, inf if limit is None else limit
    # Roots that are datasets set out along their columns: only jobs have such arcs.
    rules = Rules(_FROM_ROOT_JOBS[direction], TABLE_RULES[direction].then)
    jobs_feeding_jobs = Visited(frontier.arcs_at.graph.size, frontier.trail)
    hop = 0
    nodes: Nodes = roots
    while True:
        next_hop = hop + 1 if len(nodes) else min(table.next_depth(hop) for table in seeds)
        if next_hop > end or next_hop == inf:
            return
        hop = int(next_hop)
        datasets, jobs, handing = (table.at_depth(hop) for table in seeds)
        _plant(frontier, (datasets, jobs, handing), jobs_feeding_jobs)
        nodes, met = frontier.hop(nodes, rules)
        rules = TABLE_RULES[direction]
        yield hop, nodes, met


def _plant(frontier: Frontier, seeds: Seeds, jobs_feeding_jobs: Visited) -> None:
    """Take in what is one hop beyond the column walk."""
    datasets, jobs, known = seeds
    frontier.add(
        frontier.reached.settle(datasets.nodes, datasets.entry),
        frontier.met.settle(jobs.nodes, jobs.entry),
    )
    passing = joined(jobs.take(jobs.passes), known)
    # What was entered as a hub, or is a root, has handed on to other jobs already.
    passing = passing.take(frontier.reached.entry[passing.nodes] == NONE)
    handing = jobs_feeding_jobs.settle(passing.nodes, passing.entry)
    frontier.follow_arcs(handing, _JOBS_ONLY, TABLE_RULES[frontier.arcs_at.direction].then, jobs_feeding_jobs)
