"""The two gaits of a walk: node by node in plain Python, or a whole frontier at once in numpy.

Both do the same and share one visited map, so a walk changes gait from leg to leg: a deep chain
costs microseconds a hop, and a wide graph costs nanoseconds an arc.
"""

import numpy as np

from headwater.graph.arcs import Bytes, Ints
from headwater.graph.arcs_at import ArcsAt, jobs_of
from headwater.graph.graph import Direction, Graph
from headwater.graph.rules import EVERY_MARK, HUB, JOB, LIFT, MARKS, NODE, OWNER, SPREAD

FEW = 128
"""With more nodes or arcs than this in a leg, numpy is the faster gait."""

Nodes = list[int] | Ints


class Catch:
    """Nodes found during one hop, by either gait; each is added once."""

    __slots__ = ("blocks", "few")

    def __init__(self) -> None:
        self.few: list[int] = []
        self.blocks: list[Ints] = []

    def drain(self) -> Nodes:
        """All nodes, ascending; then it is empty."""
        few, blocks = self.few, self.blocks
        if not blocks:
            self.few = []
            few.sort()
            return few
        self.few, self.blocks = [], []
        return np.sort(np.concatenate([*blocks, np.array(few, np.int32)]))


class Stepper:
    """The state of one walk; it belongs to one query, so nothing here is shared between threads."""

    def __init__(self, graph: Graph, direction: Direction, at: int, roots: Ints) -> None:
        self.graph, self.at = graph, at
        self.arcs_at = ArcsAt(graph, direction, at)
        self.index, self.far = graph.arcs_of(direction)
        # Zeroed pages come from the system when first touched, so this costs what is reached.
        self.seen = bytearray(graph.size)
        self.marks = np.frombuffer(self.seen, np.uint8)
        self.marks[roots] = EVERY_MARK
        self.nodes, self.jobs = Catch(), Catch()

    def leg(self, nodes: Nodes, roles: bytes) -> Nodes:
        """Follow all arcs that leave these nodes, and give back the hubs that were entered."""
        if len(nodes) <= FEW:
            few = nodes if isinstance(nodes, list) else nodes.tolist()
            if self.arcs_at.degree(few) <= FEW:
                return self._step(few, roles)
        return self._stride(np.asarray(nodes, np.int32), roles)

    def lifted(self, nodes: Nodes) -> Nodes:
        """These nodes and, unless they came before, the datasets that they are columns of."""
        if not isinstance(nodes, list):
            parents = self.graph.parent[nodes]
            return np.concatenate([nodes, self._fresh(parents[parents >= 0], LIFT)])
        parent, seen, lifted = self.arcs_at.parent, self.seen, nodes.copy()
        for node in nodes:
            dataset = parent[node]
            if dataset >= 0 and not seen[dataset] & LIFT:
                seen[dataset] |= LIFT
                lifted.append(dataset)
        return lifted

    def _step(self, nodes: list[int], roles: bytes) -> list[int]:
        start, order, far, lane, since, until = self.arcs_at.views
        at, seen, reached = self.at, self.seen, self.nodes.few
        hubs: list[int] = []
        for node in nodes:
            for arc in order[start[node] : start[node + 1]]:
                role = roles[lane[arc]]
                if not role or not since[arc] <= at < until[arc]:
                    continue
                end = far[arc]
                if new := role & MARKS & ~seen[end]:
                    seen[end] |= new
                    if new & NODE:
                        reached.append(end)
                    else:
                        self._met(end, new, hubs)
                if role >= OWNER:
                    self._aside(arc, end, role)
        return hubs

    def _met(self, job: int, new: int, hubs: list[int]) -> None:
        if new & JOB:
            self.jobs.few.append(job)
        if new & HUB:
            hubs.append(job)

    def _aside(self, arc: int, end: int, role: int) -> None:
        """What an arc brings along besides its end: the job that owns it, the columns of a dataset."""
        job, seen = self.arcs_at.job(arc), self.seen
        if role & OWNER and job is not None and not seen[job] & JOB:
            seen[job] |= JOB
            self.jobs.few.append(job)
        if role & SPREAD and not seen[end] & LIFT:
            seen[end] |= LIFT
            self.nodes.blocks.append(self._fresh(self.graph.columns.members(np.array([end], np.int32)), NODE))

    def _stride(self, nodes: Ints, roles: bytes) -> Ints:
        arcs, role = self._alive(nodes, np.frombuffer(roles, np.uint8))
        ends = self.far[arcs]
        self.nodes.blocks.append(self._fresh(ends[role & NODE != 0], NODE))
        self.jobs.blocks.append(self._fresh(ends[role & JOB != 0], JOB))
        owned, spread = role & OWNER != 0, role & SPREAD != 0
        if owned.any():
            self.jobs.blocks.append(self._fresh(jobs_of(self.graph, arcs[owned]), JOB))
        if spread.any():
            datasets = self._fresh(ends[spread], LIFT)
            self.nodes.blocks.append(self._fresh(self.graph.columns.members(datasets), NODE))
        return self._fresh(ends[role & HUB != 0], HUB)

    def _alive(self, nodes: Ints, roles: Bytes) -> tuple[Ints, Bytes]:
        """The alive arcs that leave these nodes and mean something to this walk."""
        arcs = self.index.members(nodes)
        role = roles[self.graph.lane[arcs]]
        arcs, role = arcs[role != 0], role[role != 0]
        alive = (self.graph.arcs.since[arcs] <= self.at) & (self.at < self.graph.arcs.until[arcs])
        return arcs[alive], role[alive]

    def _fresh(self, nodes: Ints, mark: int) -> Ints:
        """Those without the mark, ascending and once each; now they have it."""
        # Sorting beats np.unique here, which hashes; repeats then stand side by side.
        new = np.sort(nodes[self.marks[nodes] & mark == 0])
        once = np.ones(len(new), np.bool_)
        np.not_equal(new[1:], new[:-1], out=once[1:])
        fresh = new[once]
        self.marks[fresh] |= mark
        return fresh
