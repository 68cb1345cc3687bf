"""Where sensitive data goes: each source column, everywhere it flows, and what is left of its class there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import numpy as np

from headwater.answers.base import NodeIds
from headwater.answers.compliance import ColumnFlow, ColumnFlows, DeclaredClass, Effect, Flows, FlowSource
from headwater.answers.lineage import Unknown
from headwater.graph import Graph, Reach, reach
from headwater.graph.affected import affected
from headwater.graph.arcs import Ints
from headwater.graph.classified_flow import FlowPart, classified_flow
from headwater.model.classification import UNCLASSIFIED_PII, Mark
from headwater.questions.change.affected_items import ShownPath, shown_path
from headwater.questions.compliance.flow_sources import (
    DeclaredMark,
    FlowSelection,
    TracedColumn,
    cursor_after,
    declared,
    sources,
)
from headwater.questions.lineage import coverage
from headwater.questions.lineage.edges import EdgeLine, NameLookup, plain
from headwater.questions.parameters import AsOf, Cursor, Limit
from headwater.questions.reading import Reading, instant_known
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries.gone_columns import gone
from headwater.store.queries.labels import NodeLabel
from headwater.store.queries.paging import DEFAULT_LIMIT

SHOWN_UPSTREAM = 100
SHOWN_FLOWS, MOST_FLOWS = 200, 10_000
# A page ends early where its sources have more places than this, so that no answer gets out of hand.
FLOWS_A_PAGE = 20_000
# What nobody has classified is traced as if it were personal, so that the answer tells what is done to it.
STAND_IN = Mark(UNCLASSIFIED_PII, pii=True)

ColumnName = Annotated[
    str | None,
    Parameter(
        "One column, as `namespace/dataset#column` or `dataset.column`.",
        examples=("crm.customers.email",),
        min_length=1,
    ),
]
DeclaredAs = Annotated[
    str | None,
    Parameter(
        "All columns declared as public, internal, confidential or restricted.",
        examples=("restricted",),
        min_length=1,
    ),
]
ColumnTag = Annotated[
    str | None,
    Parameter(
        "All columns with this tag; `pii` also finds those flagged so.", examples=("pii",), min_length=1
    ),
]
LooksPersonal = Annotated[
    bool | None,
    Parameter(
        "`true`: all columns that look personal and that nobody has decided on. None of them is declared."
    ),
]
SourceTeam = Annotated[
    str | None,
    Parameter(
        "Begin at columns of datasets of this team alone; where they go is shown for all.",
        examples=("finance-data",),
    ),
]
FlowsLimit = Annotated[
    int,
    Parameter(
        f"Maximum number of flows of each source. Default {SHOWN_FLOWS}.", minimum=1, maximum=MOST_FLOWS
    ),
]


@question("/compliance/flows", topic="compliance", lists=("sources",))
def flows(
    reading: Reading,
    column: ColumnName = None,
    classification: DeclaredAs = None,
    tag: ColumnTag = None,
    as_of: AsOf = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
    flows_limit: FlowsLimit = SHOWN_FLOWS,
    suggested: LooksPersonal = None,
    team: SourceTeam = None,
) -> Flows:
    """Everywhere that data of a column, class or tag goes, and what is left of its class there.

    Exactly one of `column`, `classification`, `tag` and `suggested` says where to begin.
    """
    of_team = known_team(reading.connection, team)
    wanted = FlowSelection(column, classification, tag, suggested, of_team)
    page = sources(reading.connection, wanted, as_of, limit, cursor)
    at = instant_known(reading.graph, as_of)
    traces = _traces(reading.graph, page.items, at, flows_limit)
    whole = len(traces) == len(page.items)
    gaps = _uncovered(reading.graph, traces, at)
    named = _Named(reading, traces, gaps[: coverage.SHOWN].tolist(), as_of)
    return Flows(
        position=reading.position,
        as_of=as_of,
        total=page.total,
        sources=tuple(named.source(trace) for trace in traces),
        # Where the page was cut short, the next begins after the last source that fitted.
        next_cursor=page.next_cursor if whole else cursor_after(traces[-1].source.column.id),
        unknown=named.unknown(gaps),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """One flow by numbers."""

    node: int
    depth: int
    mark: Mark
    effect: Effect
    way: ShownPath


class _Trace:
    """Where one source goes; only the places that are shown are looked at one by one."""

    def __init__(self, graph: Graph, source: TracedColumn, at: int, most: int) -> None:
        self.source = source
        self._mark = source.mark if source.mark.matters else STAND_IN
        found = classified_flow(graph, source.column.id, self._mark, at=at)
        self.total = len(found.carried) + len(found.ended) + len(found.indirect)
        self.carried: Ints = found.carried.nodes
        self.upstream: Ints = reach(graph, [source.column.id], "upstream", at=at, level="column").nodes
        self._found = found
        self.shown = tuple(self._places(most))

    def _places(self, most: int) -> Iterator[_Place]:
        """Nearest first; by what each part is, where both are as near."""
        parts: tuple[tuple[FlowPart, Effect | None], ...] = (
            (self._found.carried, None),
            (self._found.ended, "ended"),
            (self._found.indirect, "indirect"),
        )
        # Each part is sorted: what is not among its own first `most` is not among those of all.
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
            yield _Place(node, depth, mark, effect or kept, shown_path(self._found, int(part.entry[place])))

    def remaining(self, mark: Mark) -> tuple[str | None, bool]:
        """The class to show; none for a source that nobody has classified."""
        if not self.source.mark.matters or not mark.matters:
            return None, False
        return mark.level.word, mark.pii

    def undeclared(self, place: _Place, said: DeclaredMark) -> bool:
        """By the rule of the batch job for all columns; where the source has no class, none is missing."""
        if not self.source.mark.matters:
            return False
        return place.mark.level > said.mark.level or (place.mark.pii and not said.pii)


def _traces(graph: Graph, found: Sequence[TracedColumn], at: int, most: int) -> list[_Trace]:
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


class _Named:
    """Names, owners and edges that one answer needs, read in a handful of statements."""

    def __init__(
        self, reading: Reading, traces: Sequence[_Trace], also_named: list[int], as_of: datetime | None
    ) -> None:
        connection, graph = reading.connection, reading.graph
        places = [place for trace in traces for place in trace.shown]
        arcs = sorted({arc for place in places for arc in place.way.arcs})
        self._graph = graph
        self._lines: dict[int, EdgeLine] = dict(zip(arcs, plain(graph, arcs), strict=True))
        columns = [place.node for place in places]
        origins = [node for trace in traces for node in trace.upstream[:SHOWN_UPSTREAM].tolist()]
        named = [*columns, *origins, *also_named]
        self._lookup = NameLookup(reading.labels, named, list(self._lines.values()))
        known = [trace.source.column.id for trace in traces if trace.source.dataset is None]
        datasets = {self._dataset(node) for node in (*columns, *known)}
        datasets |= {trace.source.dataset for trace in traces if trace.source.dataset is not None}
        self._labels = reading.labels.of_nodes(sorted(datasets))
        self._declared = declared(connection, sorted(set(columns)))
        self._gone = gone(connection, set(columns), as_of)

    def source(self, trace: _Trace) -> FlowSource:
        source = trace.source
        dataset = self._dataset(source.column.id) if source.dataset is None else source.dataset
        return FlowSource(
            column=source.column.answer,
            classification=source.declared.classification,
            counts_as=source.mark.level.word if source.mark.matters else None,
            pii=source.mark.pii,
            owners=self._owners(dataset),
            upstream=self._origins(trace),
            flows=ColumnFlows(tuple(self._flow(trace, place) for place in trace.shown), trace.total),
        )

    def _origins(self, trace: _Trace) -> NodeIds:
        shown = trace.upstream[:SHOWN_UPSTREAM].tolist()
        return NodeIds(self._lookup.ids(shown), len(trace.upstream))

    def unknown(self, gaps: Ints) -> Unknown | None:
        return coverage.unknown(self._lookup, gaps) if len(gaps) else None

    def _flow(self, trace: _Trace, place: _Place) -> ColumnFlow:
        dataset = self._dataset(place.node)
        label: NodeLabel | None = self._labels.get(dataset)
        classification, pii = trace.remaining(place.mark)
        said = self._declared.get(place.node)
        return ColumnFlow(
            column=self._lookup.node(place.node),
            depth=place.depth,
            classification=classification,
            pii=pii,
            effect=place.effect,
            declared=DeclaredClass(said.classification, said.pii) if said else None,
            undeclared=place.node not in self._gone and trace.undeclared(place, said or DeclaredMark()),
            gone=place.node in self._gone,
            path=tuple(self._lookup.step(self._lines[arc]) for arc in place.way.arcs),
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


def _uncovered(graph: Graph, traces: Sequence[_Trace], at: int) -> Ints:
    """Datasets that the data may get to from where the class still is, with no word on the columns."""
    numbers = [trace.source.column.id for trace in traces if 0 <= trace.source.column.id < graph.size]
    # numpy can't join an empty list: this stands for no traces at all.
    nothing = np.zeros(0, np.int32)
    carried = np.unique(np.concatenate([nothing, *(trace.carried for trace in traces)]))
    # Made by hand: `coverage` looks at nodes, roots, direction and time alone.
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
    gaps = coverage.datasets(graph, reach)
    # What a dataset got as a whole may be in any of its columns, and so in whatever these lead to.
    whole = np.concatenate([carried[graph.parent[carried] < 0], gaps])
    beyond = affected(graph, whole, "downstream", at=at, touched=touched).assets
    # Where columns are known to decide rows alone, no value arrives.
    arrives = ~beyond.is_job & (beyond.direct | ~beyond.known)
    sources = graph.datasets_of(reach.roots)
    return np.setdiff1d(np.union1d(gaps, beyond.nodes[arrives]), np.union1d(sources, touched))
