"""The table walk: datasets and jobs that may be affected where column lineage is not known."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headwater.graph.arcs import ATTACHED, LANES, ArcKind, Bytes, Ints
from headwater.graph.arcs_at import jobs_of
from headwater.graph.column_walk import alive_arcs
from headwater.graph.coverage_gaps import TableSeeds, made_by_jobs
from headwater.graph.graph import Direction, Graph
from headwater.graph.rules import HUB, JOB, NODE, OWNER, PASSED, rules
from headwater.graph.trail import ROOT, Trail, first_of_each

# Of the roots only jobs have such arcs: datasets that are roots set out along their columns.
_ROOT_JOBS: dict[Direction, dict[int, int]] = {
    "downstream": {ArcKind.WRITES: NODE, ATTACHED: NODE, ArcKind.JOB_FEEDS: PASSED},
    "upstream": {ArcKind.READS: NODE, ArcKind.JOB_FEEDS: PASSED},
}


@dataclass(frozen=True, slots=True, eq=False)
class ReachedNodes:
    """Nodes by depth, each with the entry on the trail that says how; roots are left out."""

    nodes: Ints
    depth: Ints
    entry: Ints


def walk_tables(
    graph: Graph,
    roots: Ints,
    direction: Direction,
    at: int,
    limit: int | None,
    trail: Trail,
    seeds: tuple[TableSeeds, TableSeeds],
) -> tuple[ReachedNodes, ReachedNodes]:
    """Datasets and jobs that may be affected: by roots that are jobs, and from the seeds on."""
    going = _TableWalk(graph, direction, at, trail)
    return going.go(roots, limit, *seeds)


class _TableWalk:
    def __init__(self, graph: Graph, direction: Direction, at: int, trail: Trail) -> None:
        self._graph, self._at, self._trail = graph, at, trail
        self._index, self._far = graph.arcs_of(direction)
        self._near = graph.arcs.source if direction == "downstream" else graph.arcs.target
        table = rules(direction, "dataset", indirect=False)
        self._first, self._then = _roles(table.first), _roles(table.then)
        self._from_roots = _roles(bytes(_ROOT_JOBS[direction].get(lane, 0) for lane in range(LANES)))
        self._chain = _roles(bytes(PASSED if lane == ArcKind.JOB_FEEDS else 0 for lane in range(LANES)))
        # By node: how a dataset was reached or a job passed through, how a job was met, who only hands on.
        self._entry, self._met, self._hands_on = (np.zeros(graph.size, np.int32) for _ in range(3))
        self._scratch = np.zeros(graph.size, np.int32)
        self._new_nodes: list[Ints] = []
        self._new_jobs: list[Ints] = []

    def go(
        self, roots: Ints, limit: int | None, datasets: TableSeeds, jobs: TableSeeds
    ) -> tuple[ReachedNodes, ReachedNodes]:
        self._entry[roots] = self._met[roots] = ROOT
        nodes, met = [(roots[:0], 0)], [(roots[:0], 0)]
        for hop, fresh, fresh_jobs in self._hops(roots, limit, datasets.by_depth(), jobs.by_depth()):
            nodes.append((fresh, hop))
            met.append((fresh_jobs, hop))
        return _reached(nodes, self._entry), _reached(met, self._met)

    def _hops(
        self, roots: Ints, limit: int | None, datasets: TableSeeds, jobs: TableSeeds
    ) -> Iterator[tuple[int, Ints, Ints]]:
        hop, frontier, roles = 0, roots, self._from_roots
        while hop != limit:
            if len(frontier):
                hop += 1
            elif (hop := _next_depth(hop, datasets, jobs)) == 0 or (limit is not None and hop > limit):
                return
            self._plant(_at_depth(datasets, hop), _at_depth(jobs, hop))
            self._leg(frontier, roles, self._entry)
            frontier, met = _drained(self._new_nodes), _drained(self._new_jobs)
            roles = self._first
            yield hop, frontier, met

    def _plant(self, datasets: TableSeeds, jobs: TableSeeds) -> None:
        """Take in what is one hop beyond the known part."""
        self._new_nodes.append(_settled(self._entry, datasets.nodes, datasets.entry, self._scratch))
        self._new_jobs.append(_settled(self._met, jobs.nodes, jobs.entry, self._scratch))
        passing = jobs.taken(jobs.passes & (self._entry[jobs.nodes] == 0))
        handing = _settled(self._hands_on, passing.nodes, passing.entry, self._scratch)
        self._leg(handing, self._chain, self._hands_on)

    def _leg(self, nodes: Ints, roles: Bytes, came_by: Ints) -> None:
        """Follow all arcs that leave these nodes, and on through the jobs that were entered."""
        while len(nodes):
            arcs = alive_arcs(self._graph, self._index.members(nodes), roles != 0, self._at)
            if not len(arcs):
                return
            role = roles[self._graph.lane[arcs]]
            self._trail.continues[self._near[arcs]] = True
            before, ends = came_by[self._near[arcs]], self._far[arcs]
            self._new_nodes.append(self._arrived(self._entry, role & NODE != 0, arcs, ends, before))
            self._new_jobs.append(self._arrived(self._met, role & JOB != 0, arcs, ends, before))
            self._meet_owners(arcs, role, before)
            nodes = self._arrived(self._entry, role & HUB != 0, arcs, ends, before)
            roles, came_by = self._then, self._entry

    def _meet_owners(self, arcs: Ints, role: Bytes, before: Ints) -> None:
        owned = np.flatnonzero(role & OWNER)
        owned = owned[made_by_jobs(self._graph, arcs[owned])]
        if len(owned):
            jobs = jobs_of(self._graph, arcs[owned])
            self._trail.continues[jobs] = True
            every = np.ones(len(jobs), np.bool_)
            self._new_jobs.append(self._arrived(self._met, every, arcs[owned], jobs, before[owned]))

    def _arrived(self, state: Ints, chosen: np.ndarray, arcs: Ints, ends: Ints, before: Ints) -> Ints:
        """Those of the chosen ends that are new to this state, once each; now they have an entry."""
        new = np.flatnonzero(chosen & (state[ends] == 0))
        new = new[first_of_each(ends[new], self._scratch)]
        fresh = ends[new]
        state[fresh] = self._trail.add(arcs[new], before[new])
        return fresh


def _settled(state: Ints, nodes: Ints, entries: Ints, scratch: Ints) -> Ints:
    """Those nodes that are new to this state; now they have the entries they came with."""
    new = np.flatnonzero(state[nodes] == 0)
    new = new[first_of_each(nodes[new], scratch)]
    state[nodes[new]] = entries[new]
    return nodes[new]


def _roles(table: bytes) -> Bytes:
    return np.frombuffer(table, np.uint8)


def _at_depth(seeds: TableSeeds, depth: int) -> TableSeeds:
    low, high = np.searchsorted(seeds.depth, [depth, depth + 1])
    return seeds.taken(slice(low, high))


def _next_depth(after: int, *tables: TableSeeds) -> int:
    """The least depth beyond this one at which there are seeds; 0 when there are none."""
    found = [
        int(table.depth[place])
        for table in tables
        if (place := int(np.searchsorted(table.depth, after, side="right"))) < len(table.depth)
    ]
    return min(found, default=0)


def _drained(blocks: list[Ints]) -> Ints:
    found = np.concatenate(blocks)
    blocks.clear()
    return found


def _reached(hops: list[tuple[Ints, int]], entry: Ints) -> ReachedNodes:
    nodes = np.concatenate([block for block, _ in hops])
    depth = np.repeat(
        np.array([hop for _, hop in hops], np.int32), np.array([len(block) for block, _ in hops])
    )
    return ReachedNodes(nodes, depth, entry[nodes])
