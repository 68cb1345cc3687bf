"""From arcs, which are numbers, to edges that can be read: who feeds whom, through which job, who says so."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from headwater.answers.base import Node
from headwater.answers.change import Step
from headwater.answers.lineage import Edge
from headwater.errors import NotReadyError
from headwater.graph import Graph
from headwater.graph.arcs import ATTACHED
from headwater.model.edges import CONFIDENCE, EdgeKind
from headwater.questions.node_labels import NodeLabels
from headwater.store.queries.edges import EdgeDetail
from headwater.store.queries.nodes import NodeName

JOB_ARCS = (EdgeKind.READS, EdgeKind.WRITES, EdgeKind.JOB_FEEDS)
TRUST: dict[str, float] = {str(origin): confidence for origin, confidence in CONFIDENCE.items()}


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """An edge by numbers; a folded one stands for several stored edges."""

    source: int
    target: int
    kind: EdgeKind
    job: int | None
    edges: tuple[int, ...]

    @property
    def ends(self) -> tuple[int, ...]:
        return (self.source, self.target) if self.job is None else (self.source, self.target, self.job)


def plain(graph: Graph, arcs: Sequence[int]) -> list[EdgeLine]:
    """Each arc as it is."""
    places = np.asarray(arcs, np.intp)
    columns = (graph.arcs.source, graph.arcs.target, graph.arcs.kind, graph.arcs.owner, graph.arcs.edge)
    # Whole columns at once: reading numpy's numbers one by one costs more than all the rest.
    rows = zip(*(column[places].tolist() for column in columns), _declared(graph, places), strict=True)
    return [
        EdgeLine(source, target, EdgeKind(kind), None if declared else owner, (edge,))
        for source, target, kind, owner, edge, declared in rows
    ]


def _declared(graph: Graph, places: NDArray[np.intp]) -> list[bool]:
    """Which edges were stated without a job: such an edge belongs to its target."""
    owner, target = graph.arcs.owner[places], graph.arcs.target[places]
    # A column's edge that has no job belongs to the dataset of that column.
    alone = (owner == target) | (owner == graph.parent[target])
    found: list[bool] = (alone & ~np.isin(graph.arcs.kind[places], JOB_ARCS)).tolist()
    return found


def folded(graph: Graph, arcs: Sequence[int], roots: frozenset[int]) -> Iterator[EdgeLine]:
    """The same arcs with jobs left out: what a job reads feeds what it writes. Roots are never left out."""
    lines = plain(graph, [arc for arc in arcs if _joins(graph, arc, roots)])
    hidden = frozenset(job for line in lines for job in _jobs(line)) - roots
    entering: defaultdict[int, list[EdgeLine]] = defaultdict(list)
    for line in lines:
        entering[line.target].append(line)
    for line in lines:
        if line.target in hidden:
            continue
        if line.source not in hidden:
            yield line
        for source, through in _origins(line.source, entering, hidden):
            yield EdgeLine(source, line.target, EdgeKind.FEEDS, line.source, (*through, *line.edges))


def _joins(graph: Graph, arc: int, roots: frozenset[int]) -> bool:
    """A job that writes what it reads nothing for only matters where the question begins with it."""
    return bool(graph.lane[arc] != ATTACHED) or int(graph.arcs.source[arc]) in roots


def _jobs(line: EdgeLine) -> tuple[int, ...]:
    if line.kind is EdgeKind.READS:
        return (line.target,)
    if line.kind is EdgeKind.WRITES:
        return (line.source,)
    return (line.source, line.target) if line.kind is EdgeKind.JOB_FEEDS else ()


def _origins(
    job: int, entering: dict[int, list[EdgeLine]], hidden: frozenset[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What enters a hidden job, looking through other hidden jobs before it."""
    waiting: list[tuple[int, tuple[int, ...]]] = [(job, ())] if job in hidden else []
    seen = {job}
    # The list grows while it is read: nearest first, and each hidden job once.
    for node, through in waiting:
        for line in entering[node]:
            so_far = (*line.edges, *through)
            if line.source not in hidden:
                yield line.source, so_far
            elif line.source not in seen:
                seen.add(line.source)
                waiting.append((line.source, so_far))


class NameLookup:
    """The names of nodes and the details of edges that one answer needs, read in two statements."""

    def __init__(self, labels: NodeLabels, node_ids: Iterable[int], lines: Sequence[EdgeLine]) -> None:
        wanted = {*node_ids, *(end for line in lines for end in line.ends)}
        self._names = labels.names(wanted)
        self._details = labels.edges({edge for line in lines for edge in line.edges})

    def name(self, node: int) -> NodeName:
        # A rebuild removes what no event shows any more; the graph in memory may still have it for a moment.
        if node not in self._names:
            raise NotReadyError("the store was rebuilt just now; the graph is being loaded again")
        return self._names[node]

    def node(self, node: int) -> Node:
        return self.name(node).answer

    def ids(self, nodes: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.name(node).node_id for node in nodes)

    def edge(self, line: EdgeLine) -> Edge:
        """A chain is as certain as its least certain link, and was whole while all links were there."""
        details = [self._detail(edge) for edge in line.edges]
        weakest = min(details, key=_confidence)
        return Edge(
            source=self.name(line.source).node_id,
            target=self.name(line.target).node_id,
            kind=line.kind.name.lower(),
            job=None if line.job is None else self.name(line.job).node_id,
            origin=weakest.origin,
            confidence=_confidence(weakest),
            # Of a chain, what is done last is what the target shows.
            subtype=details[-1].subtype,
            masking=details[-1].masking,
            description=details[-1].description,
            first_seen=max(detail.first_seen for detail in details),
            last_seen=min(detail.last_seen for detail in details),
        )

    def step(self, line: EdgeLine) -> Step:
        """The same edge as part of a path."""
        edge = self.edge(line)
        return Step(**msgspec.structs.asdict(edge), from_=edge.source, to=edge.target)

    def _detail(self, edge: int) -> EdgeDetail:
        if edge not in self._details:
            raise NotReadyError("the store was rebuilt just now; the graph is being loaded again")
        return self._details[edge]


def _confidence(detail: EdgeDetail) -> float:
    # Stored in single precision: 0.85 comes back with noise behind the digits that were meant.
    return TRUST[detail.origin] if detail.confidence is None else round(detail.confidence, 4)
