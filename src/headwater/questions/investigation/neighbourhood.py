"""The lineage around an alert: what is upstream of it, and what is downstream of that, as links by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

import numpy as np

from headwater.graph import Graph, reach
from headwater.graph.arcs import INTO_DATASET, ArcKind, Ints
from headwater.model.ids import DatasetId, JobId, NodeKind
from headwater.model.times import from_micros, to_micros
from headwater.questions.lineage.edges import TRUST
from headwater.questions.reading import Reading
from headwater.store.queries import edges, labels, nodes
from headwater.store.queries.nodes import NodeName
from headwater.timemachine.evidence import Entity
from headwater.timemachine.lineage_view import ALWAYS, STILL, LineageView, Link, NodeNote

# Nearest first; what lies beyond is counted in the answer.
MOST_UPSTREAM, MOST_NODES, MOST_LINKS = 2_000, 5_000, 30_000
# Inputs that no column comes from lie behind one another so often at most.
MOST_ROUNDS = 8
COLUMN_ARCS = (ArcKind.COLUMN, ArcKind.COLUMN_INDIRECT, ArcKind.COLUMN_TO_DATASET)
# Python's times begin and end earlier than the numbers of the graph.
FIRST, LAST = to_micros(ALWAYS), to_micros(STILL)


@dataclass(frozen=True, slots=True, eq=False)
class Neighbourhood:
    """Nodes by number, the nearest first; `links` are arcs by place that were alive within the window."""

    graph: Graph
    upstream: Ints
    """Datasets and jobs: the alerted entity and what it is made from."""
    nodes: Ints
    """All of them, those upstream first."""
    links: Ints
    cut: bool


def around(graph: Graph, root: int, since: datetime, at: datetime) -> Neighbourhood:
    """As of the alert, and with what was alive when the window began: an edge may have vanished since."""
    if root >= graph.size:
        only = np.array([root], np.int32)
        return Neighbourhood(graph, only, only, np.zeros(0, np.int32), False)
    start, end = to_micros(since), to_micros(at)
    upstream = _upstream(graph, root, start, end)
    cut = len(upstream) > MOST_UPSTREAM
    upstream = upstream[:MOST_UPSTREAM]
    below = _nearest(graph, upstream, "downstream", (end, start))
    cut |= len(below) > MOST_NODES
    chosen = below[:MOST_NODES]
    links = _links(graph, chosen, start, end)
    return Neighbourhood(graph, upstream, chosen, links[:MOST_LINKS], cut or len(links) > MOST_LINKS)


def _upstream(graph: Graph, root: int, start: int, end: int) -> Ints:
    """What it is made from, and all else that the jobs on the way read.

    A job that fails for want of an input writes nothing, also where no column of that input comes through.
    """
    found = _nearest(graph, np.array([root], np.int32), "upstream", (end, start))
    arcs = graph.arcs
    reads = (arcs.kind == ArcKind.READS) & (arcs.since <= end) & (arcs.until > start)
    for _ in range(MOST_ROUNDS):
        within = np.zeros(graph.size, np.bool_)
        within[found] = True
        more = np.unique(arcs.source[reads & within[arcs.target] & ~within[arcs.source]])
        if not len(more) or len(found) > MOST_UPSTREAM:
            break
        above = _nearest(graph, more, "upstream", (end, start))
        found = np.concatenate([found, above[~within[above]]])
    return found


def _nearest(graph: Graph, roots: Ints, direction: str, times: tuple[int, int]) -> Ints:
    """The roots, then datasets and jobs by depth; of several times, those of the first go before."""
    found, depth = [roots], [np.zeros(len(roots), np.int32)]
    for at in times:
        walked = reach(graph, roots, direction, at=at)  # type: ignore[arg-type]
        found += [walked.nodes, walked.jobs]
        depth += [walked.depth, walked.job_depth]
    whole, depths = np.concatenate(found), np.concatenate(depth)
    ordered = whole[np.argsort(depths, kind="stable")]
    _, first = np.unique(ordered, return_index=True)
    nearest: Ints = ordered[np.sort(first)]
    return nearest


def _links(graph: Graph, chosen: Ints, start: int, end: int) -> Ints:
    """Arcs between these nodes, or columns of them, that were alive at some time of the window."""
    arcs = graph.arcs
    within = np.zeros(graph.size, np.bool_)
    within[graph.with_columns(chosen)] = True
    alive = within[arcs.source] & within[arcs.target] & (arcs.since <= end) & (arcs.until > start)
    found = np.flatnonzero(alive).astype(np.int32)
    # Where there are too many, how datasets and jobs hang together goes before what columns refine.
    ordered: Ints = found[np.argsort(np.isin(arcs.kind[found], COLUMN_ARCS), kind="stable")]
    return ordered


class NamedLineage:
    """The nodes of a neighbourhood by name, and its links as the engine takes them."""

    def __init__(self, reading: Reading, found: Neighbourhood) -> None:
        self._connection = reading.connection
        self._around = found
        self.canonical = reading.snapshot.nodes.canonical
        columns = self._column_nodes()
        self._names = nodes.names(reading.connection, [*found.nodes.tolist(), *columns.tolist()])
        self.jobs = self._of_kind(found.nodes, NodeKind.JOB)
        self.datasets = self._of_kind(found.nodes, NodeKind.DATASET)
        self._labels = labels.of_nodes(reading.connection, found.nodes.tolist())

    def name(self, number: int) -> NodeName | None:
        return self._names.get(number)

    def entity(self, number: int) -> Entity | None:
        """Under any of its numbers."""
        if number < len(self.canonical):
            number = int(self.canonical[number])
        return self._entities.get(number)

    def members(self, numbers: Sequence[int]) -> list[int]:
        """These and their aliases: what is stated of one holds for all."""
        known = np.asarray(numbers, np.int32)
        wanted = np.zeros(len(self.canonical), np.bool_)
        wanted[known[known < len(self.canonical)]] = True
        return sorted({*np.flatnonzero(wanted[self.canonical]).tolist(), *known.tolist()})

    @property
    def scheduled_jobs(self) -> list[int]:
        """Without texts that people ask by hand, which have no rhythm."""
        return [job for job in self.jobs if (self._labels[job].type or "").upper() != "QUERY"]

    def view(self) -> LineageView:
        return LineageView(self._links(), self._notes(), self._around.cut)

    @cached_property
    def _entities(self) -> dict[int, Entity]:
        made: dict[int, Entity] = {}
        for number, node in self._names.items():
            if node.kind == NodeKind.JOB:
                made[number] = JobId(node.namespace, node.name)
            elif node.kind == NodeKind.DATASET:
                made[number] = DatasetId(node.namespace, node.name)
        return made

    def _of_kind(self, numbers: Ints, kind: NodeKind) -> list[int]:
        return [one for one in numbers.tolist() if one in self._names and self._names[one].kind == kind]

    def _column_nodes(self) -> Ints:
        graph, links = self._around.graph, self._around.links
        if not len(links):
            return links
        ends = np.unique(np.concatenate([graph.arcs.source[links], graph.arcs.target[links]]))
        columns: Ints = ends[graph.parent[ends] >= 0]
        return columns

    def _links(self) -> tuple[Link, ...]:
        graph, places = self._around.graph, self._around.links
        arcs = graph.arcs
        doubts = {
            one.id: TRUST[one.origin] if one.confidence is None else one.confidence
            for one in edges.doubts(self._connection, np.unique(arcs.edge[places]).tolist())
        }
        made = graph.made_by_jobs(places).tolist()
        columns = (arcs.source, arcs.target, arcs.owner, arcs.edge, arcs.kind, arcs.since, arcs.until)
        rows = zip(*(column[places].tolist() for column in columns), made, strict=True)
        lanes = graph.lane[places].tolist()
        # Most links share their ends and times with others: each is translated once.
        numbers = np.unique(np.concatenate([arcs.source[places], arcs.target[places]])).tolist()
        ends = {number: self._end(number) for number in numbers}
        times = {one: moment(one) for one in {*arcs.since[places].tolist(), *arcs.until[places].tolist()}}
        found = []
        for (source, target, owner, edge, kind, since, until, by_job), lane in zip(rows, lanes, strict=True):
            begin, end = ends[source], ends[target]
            if begin is None or end is None:
                continue
            (one, one_column), (other, other_column) = begin, end
            of_columns = kind in COLUMN_ARCS
            found.append(
                Link(
                    one,
                    other,
                    one_column,
                    other_column,
                    self._entities.get(owner) if of_columns and by_job else None,
                    not of_columns or kind == ArcKind.COLUMN or lane == INTO_DATASET,
                    doubts.get(edge, 1.0),
                    times[since],
                    times[until],
                )
            )
        return tuple(found)

    def _end(self, number: int) -> tuple[Entity, str | None] | None:
        parent = int(self._around.graph.parent[number])
        entity = self._entities.get(number if parent < 0 else parent)
        node = self._names.get(number)
        if entity is None or node is None:
            return None
        return entity, node.field or None

    def _notes(self) -> tuple[tuple[Entity, NodeNote], ...]:
        return tuple(
            (
                self._entities[number],
                NodeNote((one.type or "").lower(), tuple(one.owners), one.tier),
            )
            for number, one in self._labels.items()
            if number in self._entities
        )


def moment(micros: int) -> datetime:
    """A time of the graph; what began or ends outside Python's times was always, or is for ever."""
    if micros <= FIRST:
        return ALWAYS
    return STILL if micros >= LAST else from_micros(micros)
