"""Where sensitive data goes: each source column, everywhere it flows, and what is left of its class there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import numpy as np
from psycopg_pool import ConnectionPool

from headwater.graph import Graph, Reach
from headwater.graph.affected import affected
from headwater.graph.arcs import Ints
from headwater.graph.classified_flow import FlowPart, classified_flow
from headwater.model.classification import UNCLASSIFIED_PII, Mark
from headwater.questions.change.affected_items import Way, way_to
from headwater.questions.compliance.flow_sources import (
    Declared,
    Source,
    Wanted,
    cursor_after,
    declared,
    sources,
)
from headwater.questions.lineage import coverage
from headwater.questions.lineage import edges as drawing
from headwater.questions.lineage.coverage import Unknown
from headwater.questions.lineage.edges import Atlas, Edge, Line
from headwater.questions.lineage.walk import instant
from headwater.questions.live_graph import LiveGraph
from headwater.store.queries import labels
from headwater.store.queries.labels import Label
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.rows import Connection

SHOWN_FLOWS, MOST_FLOWS = 200, 10_000
# A page ends early where its sources have more places than this, so that no answer gets out of hand.
FLOWS_A_PAGE = 20_000
# What nobody has classified is traced as if it were personal, so that the answer tells what is done to it.
STAND_IN = Mark(UNCLASSIFIED_PII, pii=True)

Effect = Literal["kept", "lowered", "ended", "indirect"]


@dataclass(frozen=True, slots=True)
class Question:
    wanted: Wanted
    as_of: datetime | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None
    flows_limit: int = SHOWN_FLOWS


@dataclass(frozen=True, slots=True)
class Flow:
    """A column as it is called there, or a dataset as a whole; owners and type are those of its dataset.

    `undeclared`: more of a class or of personal data arrives than is declared there.
    """

    column: NodeName
    depth: int
    classification: str | None
    pii: bool
    effect: Effect
    declared: Declared | None
    undeclared: bool
    path: tuple[Edge, ...]
    path_truncated: bool
    owners: tuple[str, ...]
    type: str | None


@dataclass(frozen=True, slots=True)
class SomeFlows:
    total: int
    items: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class TracedSource:
    """`counts_as` is the class that it is traced with: of personal data, also where nobody declared one."""

    column: NodeName
    classification: str | None
    counts_as: str | None
    pii: bool
    owners: tuple[str, ...]
    flows: SomeFlows


@dataclass(frozen=True, slots=True)
class FlowsAnswer:
    position: int
    as_of: datetime | None
    total: int
    sources: tuple[TracedSource, ...]
    next_cursor: str | None
    unknown: Unknown | None


class Flows:
    def __init__(self, pool: ConnectionPool[Connection], live: LiveGraph) -> None:
        self._pool = pool
        self._live = live

    def of(self, question: Question) -> FlowsAnswer:
        with self._pool.connection() as connection:
            page = sources(connection, question.wanted, question.as_of, question.limit, question.cursor)
            snapshot, at = self._live.snapshot, instant(question.as_of)
            traces = _traces(snapshot.graph, page.items, at, question.flows_limit)
            whole = len(traces) == len(page.items)
            spots = _unknown(snapshot.graph, traces, at)
            drawn = _Drawn(connection, snapshot.graph, traces, spots[: coverage.SHOWN].tolist())
            return FlowsAnswer(
                position=snapshot.position,
                as_of=question.as_of,
                total=page.total,
                sources=tuple(drawn.source(trace) for trace in traces),
                next_cursor=page.next_cursor if whole else cursor_after(traces[-1].source.column.id),
                unknown=drawn.unknown(spots),
            )


@dataclass(frozen=True, slots=True)
class _Place:
    """One flow by numbers."""

    node: int
    depth: int
    mark: Mark
    effect: Effect
    way: Way


class _Trace:
    """Where one source goes; only the places that are shown are looked at one by one."""

    def __init__(self, graph: Graph, source: Source, at: int, most: int) -> None:
        self.source = source
        self._mark = source.mark if source.mark.matters else STAND_IN
        found = classified_flow(graph, source.column.id, self._mark, at=at)
        self.total = len(found.carried) + len(found.ended) + len(found.indirect)
        self.carried: Ints = found.carried.nodes
        self._found = found
        self.shown = tuple(self._places(most))

    def _places(self, most: int) -> Iterator[_Place]:
        """Nearest first; by what each part is, where both are as near."""
        parts: tuple[tuple[FlowPart, Effect | None], ...] = (
            (self._found.carried, None),
            (self._found.ended, "ended"),
            (self._found.indirect, "indirect"),
        )
        ranked = sorted(
            (depth, node, number, place)
            for number, (part, _) in enumerate(parts)
            for place, (depth, node) in enumerate(
                zip(part.depth[:most].tolist(), part.nodes[:most].tolist(), strict=True)
            )
        )
        for depth, node, number, place in ranked[:most]:
            part, effect = parts[number]
            mark = part.mark(place)
            kept: Effect = "kept" if mark == self._mark else "lowered"
            yield _Place(node, depth, mark, effect or kept, way_to(self._found, int(part.entry[place])))

    def told(self, mark: Mark) -> tuple[str | None, bool]:
        """The class to show; none for a source that nobody has classified."""
        if not self.source.mark.matters or not mark.matters:
            return None, False
        return mark.level.word, mark.pii

    def undeclared(self, place: _Place, said: Declared) -> bool:
        """By the rule of the batch job for all columns; where the source has no class, none is missing."""
        if not self.source.mark.matters:
            return False
        return place.mark.level > said.mark.level or (place.mark.pii and not said.pii)


def _traces(graph: Graph, found: Sequence[Source], at: int, most: int) -> list[_Trace]:
    """One for each source, at least one if there is any, until they fill a page."""
    traces: list[_Trace] = []
    shown = 0
    for source in found:
        trace = _Trace(graph, source, at, most)
        shown += len(trace.shown)
        if traces and shown > FLOWS_A_PAGE:
            break
        traces.append(trace)
    return traces


class _Drawn:
    """Names, owners and edges that one answer needs, read in a handful of statements."""

    def __init__(
        self, connection: Connection, graph: Graph, traces: Sequence[_Trace], also_named: list[int]
    ) -> None:
        places = [place for trace in traces for place in trace.shown]
        arcs = sorted({arc for place in places for arc in place.way.arcs})
        self._graph = graph
        self._lines: dict[int, Line] = dict(zip(arcs, drawing.plain(graph, arcs), strict=True))
        columns = [place.node for place in places]
        self._atlas = Atlas(connection, [*columns, *also_named], list(self._lines.values()))
        known = [trace.source.column.id for trace in traces if trace.source.dataset is None]
        datasets = {self._dataset(node) for node in (*columns, *known)}
        datasets |= {trace.source.dataset for trace in traces if trace.source.dataset is not None}
        self._labels = labels.of_nodes(connection, datasets)
        self._declared = declared(connection, sorted(set(columns)))

    def source(self, trace: _Trace) -> TracedSource:
        source = trace.source
        dataset = self._dataset(source.column.id) if source.dataset is None else source.dataset
        return TracedSource(
            column=source.column,
            classification=source.declared.classification,
            counts_as=source.mark.level.word if source.mark.matters else None,
            pii=source.mark.pii,
            owners=self._owners(dataset),
            flows=SomeFlows(trace.total, tuple(self._flow(trace, place) for place in trace.shown)),
        )

    def unknown(self, spots: Ints) -> Unknown | None:
        if not len(spots):
            return None
        shown = spots[: coverage.SHOWN].tolist()
        return Unknown(len(spots), tuple(self._atlas.name(node) for node in shown))

    def _flow(self, trace: _Trace, place: _Place) -> Flow:
        dataset = self._dataset(place.node)
        label: Label | None = self._labels.get(dataset)
        classification, pii = trace.told(place.mark)
        said = self._declared.get(place.node)
        return Flow(
            column=self._atlas.name(place.node),
            depth=place.depth,
            classification=classification,
            pii=pii,
            effect=place.effect,
            declared=said,
            undeclared=trace.undeclared(place, said or Declared()),
            path=tuple(self._atlas.edge(self._lines[arc]) for arc in place.way.arcs),
            path_truncated=place.way.cut,
            owners=self._owners(dataset),
            type=label.type if label else None,
        )

    def _owners(self, dataset: int) -> tuple[str, ...]:
        label = self._labels.get(dataset)
        return tuple(label.owners) if label else ()

    def _dataset(self, node: int) -> int:
        """A column that came after the graph was loaded has no dataset here yet."""
        parent = int(self._graph.parent[node]) if 0 <= node < self._graph.size else -1
        return parent if parent >= 0 else node


def _unknown(graph: Graph, traces: Sequence[_Trace], at: int) -> Ints:
    """Datasets next to where the class still is, with no word on the columns that get there."""
    numbers = [trace.source.column.id for trace in traces if 0 <= trace.source.column.id < graph.size]
    nothing = np.zeros(0, np.int32)
    carried = np.unique(np.concatenate([nothing, *(trace.carried for trace in traces)]))
    reach = Reach(
        nodes=carried,
        depth=np.ones_like(carried),
        jobs=nothing,
        job_depth=nothing,
        deeper=False,
        roots=np.unique(np.array(numbers, np.int32)),
        direction="downstream",
        at=at,
        level="column",
        indirect=False,
    )
    touched = [trace.source.dataset for trace in traces if trace.source.dataset is not None]
    beyond = affected(graph, [], "downstream", at=at, max_depth=1, touched=touched).assets
    spots = coverage.datasets(graph, reach)
    return np.union1d(spots, beyond.nodes[~beyond.is_job])
