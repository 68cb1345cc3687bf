"""What changed in the graph between two times, and which event did it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from psycopg_pool import ConnectionPool

from headwater.errors import BadParameterError
from headwater.graph import Graph, diff
from headwater.model.times import from_micros, to_micros
from headwater.questions import resolve
from headwater.questions.lineage import edges as drawing
from headwater.questions.lineage.edges import Atlas, Edge
from headwater.questions.lineage.walk import instant
from headwater.questions.live_graph import LiveGraph
from headwater.store.queries import edges
from headwater.store.queries.edges import Span
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT, Number, decode, encode
from headwater.store.queries.rows import Connection

Verb = Literal["appeared", "vanished"]


class Key(NamedTuple):
    at: Number
    edge: Number


BEGINNING = int(np.iinfo(np.int64).min)


@dataclass(frozen=True, slots=True)
class DiffQuestion:
    """`later` unset means now; with a name, only edges that touch it are compared."""

    earlier: datetime
    later: datetime | None = None
    name: str | None = None
    column: str | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """`at` and `event_id` are None when the edge was there before anything we know of."""

    change: Verb
    at: datetime | None
    event_id: UUID | None
    edge: Edge


@dataclass(frozen=True, slots=True)
class DiffAnswer:
    earlier: datetime
    later: datetime | None
    about: NodeName | None
    position: int
    appeared: int
    vanished: int
    changes: tuple[Change, ...]
    next_cursor: str | None


class LineageDiff:
    def __init__(self, pool: ConnectionPool[Connection], live: LiveGraph) -> None:
        self._pool = pool
        self._live = live

    def between(self, question: DiffQuestion) -> DiffAnswer:
        after = decode(question.cursor, Key)
        if question.later is not None and question.later < question.earlier:
            raise BadParameterError("to", "must not be before `from`")
        with self._pool.connection() as connection:
            about = _about(connection, question)
            snapshot = self._live.snapshot
            found = _found(snapshot.graph, question, about)
            rows, cursor = _page(found.rows, after, question.limit)
            return DiffAnswer(
                earlier=question.earlier,
                later=question.later,
                about=about,
                position=snapshot.position,
                appeared=found.appeared,
                vanished=found.vanished,
                changes=_changes(connection, snapshot.graph, rows),
                next_cursor=cursor,
            )


def _about(connection: Connection, question: DiffQuestion) -> NodeName | None:
    if question.name is None:
        if question.column is not None:
            raise BadParameterError("column", "give the dataset of the column as `name`")
        return None
    return resolve.target(connection, question.name, question.column).subject


ROW = np.dtype([("at", np.int64), ("edge", np.int32), ("arc", np.int32), ("vanished", np.bool_)])


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """All changes by time, then edge; an edge changes once at the most between two times."""

    rows: NDArray[Any]
    appeared: int
    vanished: int


def _found(graph: Graph, question: DiffQuestion, about: NodeName | None) -> _Found:
    nodes = None if about is None else graph.with_columns(_inside(graph, about))
    both = diff.between(graph, instant(question.earlier), instant(question.later), nodes=nodes)
    appeared, vanished = both.appeared, both.vanished
    rows = np.concatenate(
        [
            _rows(graph.arcs.since[appeared.arcs], appeared, False),
            _rows(graph.arcs.until[vanished.arcs], vanished, True),
        ]
    )
    return _Found(np.sort(rows, order=("at", "edge")), len(appeared.edges), len(vanished.edges))


def _inside(graph: Graph, node: NodeName) -> NDArray[np.int32]:
    return np.array([node.id] if node.id < graph.size else [], np.int32)


def _rows(at: NDArray[np.int64], changes: diff.Changes, vanished: bool) -> NDArray[Any]:
    rows = np.zeros(len(changes.edges), ROW)
    rows["at"], rows["edge"], rows["arc"], rows["vanished"] = at, changes.edges, changes.arcs, vanished
    return rows


def _page(rows: NDArray[Any], after: Key | None, limit: int) -> tuple[NDArray[Any], str | None]:
    if after is not None:
        at, edge = after
        rows = rows[(rows["at"] > at) | ((rows["at"] == at) & (rows["edge"] > edge))]
    shown = rows[:limit]
    more = len(rows) > limit
    return shown, encode(int(shown["at"][-1]), int(shown["edge"][-1])) if more else None


def _changes(connection: Connection, graph: Graph, rows: NDArray[Any]) -> tuple[Change, ...]:
    lines = drawing.plain(graph, rows["arc"].tolist())
    atlas = Atlas(connection, (), lines)
    spans = _by_beginning(edges.spans(connection, rows["edge"].tolist()))
    changes = []
    for line, arc, at, gone in zip(lines, rows["arc"], rows["at"].tolist(), rows["vanished"], strict=True):
        span = spans.get((line.edges[0], bool(graph.arcs.flows[arc]), int(graph.arcs.since[arc])))
        event = None if span is None else span.closed_by if gone else span.opened_by
        moment = None if at == BEGINNING else from_micros(at)
        changes.append(Change("vanished" if gone else "appeared", moment, event, atlas.edge(line)))
    return tuple(changes)


def _by_beginning(spans: tuple[Span, ...]) -> dict[tuple[int, bool, int], Span]:
    return {
        (span.edge_id, span.flows, BEGINNING if span.alive_from is None else to_micros(span.alive_from)): span
        for span in spans
    }
