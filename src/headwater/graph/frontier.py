"""The frontier of a walk: from the nodes of one hop to those of the next. All walks share it.

It has two gaits that do the same: node by node in plain Python, or the whole frontier at once in numpy.
A walk changes gait from leg to leg, so that a deep chain costs microseconds a hop and a wide graph costs
nanoseconds an arc. In both, nodes are found in the order of the frontier and of the arcs that leave it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import numpy as np

from headwater.graph.arcs import Bytes, Flags, Ints
from headwater.graph.graph import ArcsAt
from headwater.graph.trail import ROOT, Trail, Visited

FEW = 128
"""With more nodes or arcs than this in a leg, numpy is the faster gait."""

# What following an arc does: the roles that a lane can have.
NODE = 1  # the arc ends in a node that counts as reached
JOB = 2  # the arc ends in a job that counts as met
HUB = 4  # the arc ends in a job whose other side the walk goes on to
OWNER = 8  # the job that owns the arc counts as met
SPREAD = 16  # reaching this dataset reaches its columns; only beside OWNER
PASSED = HUB | JOB
ENTERED = NODE | HUB

Nodes = list[int] | Ints
_Step = tuple[int, int, int, int]  # an arc, its role, and the nodes that it leads from and to
_EMPTY: Ints = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True)
class Rules:
    """By lane: the roles of arcs that leave reached nodes, and of those that leave hubs in the same hop.

    With `lifts`, the dataset of a column is walked on from as well.
    """

    first: bytes
    then: bytes
    lifts: bool = False


class Frontier:
    """The state of one walk; it belongs to one question, so nothing here is shared between threads.

    With a trail, entries say how each node was reached, and the arcs that were followed are kept.
    """

    def __init__(self, arcs_at: ArcsAt, trail: Trail | None = None) -> None:
        self.arcs_at, self.trail = arcs_at, trail
        size = arcs_at.graph.size
        self.reached, self.met = Visited(size, trail), Visited(size, trail)
        self._spread: Flags = np.zeros(0, np.bool_)
        self._roots: Ints = _EMPTY
        self._nodes: list[Nodes] = []
        self._jobs: list[Nodes] = []
        self._followed: list[Nodes] = []

    def start(self, roots: Ints) -> None:
        """Roots count as visited: they are never reached."""
        self.reached.entry[roots] = self.met.entry[roots] = ROOT
        self._roots = roots

    def add(self, nodes: Nodes, jobs: Nodes) -> None:
        """Count these as found in the present hop."""
        self._nodes.append(nodes)
        self._jobs.append(jobs)

    def hop(self, nodes: Nodes, rules: Rules) -> tuple[Nodes, Nodes]:
        """The nodes and the jobs one hop further that were not found before."""
        self.follow_arcs(self._lifted(nodes) if rules.lifts else nodes, rules.first, rules.then)
        # Without a trail the order says nothing, and ascending ids are faster to walk on from.
        ascending = self.trail is None
        return _drained(self._nodes, ascending), _drained(self._jobs, ascending)

    def follow_arcs(self, nodes: Nodes, roles: bytes, then: bytes, came_by: Visited | None = None) -> None:
        """Follow all arcs that leave these nodes, and on through the hubs that are entered."""
        came_by = came_by or self.reached
        while len(nodes):
            nodes = self._leave(nodes, roles, came_by)
            # From here on these are hubs, which were entered in `reached` whatever the first nodes came by.
            roles, came_by = then, self.reached

    def followed(self) -> Ints:
        """The arcs that were followed, by hop."""
        return np.asarray(_drained(self._followed, ascending=False), np.int32)

    def _leave(self, nodes: Nodes, roles: bytes, came_by: Visited) -> Nodes:
        if len(nodes) <= FEW:
            few = nodes if isinstance(nodes, list) else nodes.tolist()
            if self.arcs_at.degree(few) <= FEW:
                return self._leave_one_by_one(few, roles, came_by.view)
        return self._leave_at_once(np.asarray(nodes, np.int32), roles, came_by.entry)

    def _leave_one_by_one(self, nodes: list[int], roles: bytes, before: memoryview) -> list[int]:
        reached, met = self.reached.view, self.met.view
        entry = _no_trail if self.trail is None else self.trail.add_one
        followed = self.arcs_at.leaving_few(nodes, roles)
        fresh: list[int] = []
        jobs: list[int] = []
        hubs: list[int] = []
        aside: list[_Step] = []
        for step in followed:
            arc, role, node, end = step
            # A job that is passed is marked twice: in `reached`, to enter it once, in `met`, to report it.
            if role & ENTERED and not reached[end]:
                reached[end] = entry(arc, before[node])
                (fresh if role & NODE else hubs).append(end)
            if role & JOB and not met[end]:
                met[end] = entry(arc, before[node])
                jobs.append(end)
            # OWNER and SPREAD are the two highest bits, so one comparison finds either.
            if role >= OWNER:
                aside.append(step)
        self.add(fresh, jobs)
        if aside:
            self._aside_one_by_one(aside, jobs, before)
        if self.trail is not None:
            self._followed.append([arc for arc, _, _, _ in followed])
        return hubs

    def _aside_one_by_one(self, followed: list[_Step], jobs: list[int], before: memoryview) -> None:
        """What arcs bring along besides their ends: the jobs that own them, the columns of datasets."""
        met, owner = self.met.view, self.arcs_at.job
        entry = _no_trail if self.trail is None else self.trail.add_one
        for arc, role, node, end in followed:
            job = owner(arc)
            if job is not None and not met[job]:
                met[job] = entry(arc, before[node])
                jobs.append(job)
            if role & SPREAD and not (len(self._spread) and self._spread[end]):
                self._spread_out(*(np.array([value], np.int32) for value in (arc, end, before[node])))

    def _leave_at_once(self, nodes: Ints, roles: bytes, before: Ints) -> Ints:
        arcs = self.arcs_at.leaving(nodes, roles)
        role = np.frombuffer(roles, np.uint8)[self.arcs_at.graph.lane[arcs]]
        ends = self.arcs_at.far[arcs]
        came_by = ends if self.trail is None else before[self.arcs_at.near[arcs]]  # not read without one
        found = [
            visited.arrive(arcs[chosen], ends[chosen], came_by[chosen])
            for visited, chosen in (
                (self.reached, role & NODE != 0),
                (self.met, role & JOB != 0),
                (self.reached, role & HUB != 0),
            )
        ]
        self.add(found[0], found[1])
        self._aside_at_once(arcs, role, ends, came_by)
        return found[2]

    def _aside_at_once(self, arcs: Ints, role: Bytes, ends: Ints, came_by: Ints) -> None:
        graph = self.arcs_at.graph
        owned = np.flatnonzero(role & OWNER)
        owned = owned[graph.made_by_jobs(arcs[owned])]
        if len(owned):
            self._jobs.append(self.met.arrive(arcs[owned], graph.arcs.owner[arcs[owned]], came_by[owned]))
        if np.any(spread := role & SPREAD != 0):
            self._spread_out(arcs[spread], ends[spread], came_by[spread])
        if self.trail is not None:
            self._followed.append(arcs)

    def _spread_out(self, arcs: Ints, datasets: Ints, came_by: Ints) -> None:
        """An arc that reaches a dataset as a whole reaches each of its columns."""
        if not len(self._spread):
            self._spread = np.zeros(self.arcs_at.graph.size, np.bool_)
            # The columns of a root dataset are roots too: there is nothing to spread to.
            self._spread[self._roots] = True
        new = np.flatnonzero(~self._spread[datasets])
        # np.unique goes by dataset: sorting the places restores the order of the arcs.
        new = new[np.sort(np.unique(datasets[new], return_index=True)[1])]
        datasets, columns = datasets[new], self.arcs_at.graph.columns
        self._spread[datasets] = True
        count = columns.start[datasets + 1] - columns.start[datasets]
        self._nodes.append(
            self.reached.arrive(
                np.repeat(arcs[new], count), columns.members(datasets), np.repeat(came_by[new], count)
            )
        )

    def _lifted(self, nodes: Nodes) -> Nodes:
        """These nodes and, unless they came before, the datasets that they are columns of."""
        entry = self.reached.entry
        if not isinstance(nodes, list):
            parents = self.arcs_at.graph.parent[nodes]
            columns = parents >= 0
            return np.concatenate([nodes, self.reached.settle(parents[columns], entry[nodes[columns]])])
        entries, parent, lifted = self.reached.view, self.arcs_at.parent, nodes.copy()
        for node in nodes:
            dataset = parent[node]
            if dataset >= 0 and not entries[dataset]:
                # No arc leads from a column to its dataset, so the trail to both is the same.
                entries[dataset] = entries[node]
                lifted.append(dataset)
        return lifted


def walk(
    frontier: Frontier, begin: Nodes, rules: Rules, limit: int | None
) -> Iterator[tuple[int, Nodes, Nodes]]:
    """Each hop by its number, with the nodes that it reaches and the jobs that it meets."""
    nodes, hop = begin, 0
    while len(nodes) and hop != limit:
        hop += 1
        nodes, jobs = frontier.hop(nodes, rules)
        yield hop, nodes, jobs


@dataclass(frozen=True, slots=True, eq=False)
class ReachedNodes:
    """Nodes by depth, each with the entry on the trail that says how; roots are left out."""

    nodes: Ints
    depth: Ints
    entry: Ints


def reached_nodes(hops: Sequence[tuple[int, Nodes]], entry: Ints) -> ReachedNodes:
    """What the hops found, one after the other."""
    nodes = np.concatenate([_EMPTY, *_merged([found for _, found in hops])])
    depth = np.repeat(np.array([hop for hop, _ in hops], np.int32), [len(found) for _, found in hops])
    return ReachedNodes(nodes, depth, entry[nodes])


def _merged(blocks: list[Nodes]) -> Iterator[Ints]:
    """A chain has thousands of hops of one node each: an array for each would cost more than the walk."""
    for listed, parts in groupby(blocks, key=lambda block: isinstance(block, list)):
        if listed:
            yield np.fromiter(chain.from_iterable(parts), np.int32)
        else:
            yield from (np.asarray(part, np.int32) for part in parts)


def _no_trail(_arc: int, _before: int) -> int:
    return ROOT


def _drained(blocks: list[Nodes], ascending: bool) -> Nodes:
    """All nodes of these blocks; then there are none."""
    parts = [block for block in blocks if len(block)]
    blocks.clear()
    if len(parts) == 1 and len(parts[0]) == 1:
        return parts[0]
    if all(isinstance(part, list) for part in parts):
        few = list(chain.from_iterable(parts))
        return sorted(few) if ascending else few
    many = np.concatenate(list(_merged(parts)))
    return np.sort(many) if ascending else many
