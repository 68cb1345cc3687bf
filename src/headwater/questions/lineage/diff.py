"""What changed in the graph between two times, and which event did it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from headwater.answers.lineage import Diff, EdgeChange
from headwater.errors import BadParameterError
from headwater.graph import Graph
from headwater.graph import diff as graph_diff
from headwater.model.times import from_micros, to_micros
from headwater.questions import resolve
from headwater.questions.lineage.attribute_differences import attribute_differences
from headwater.questions.lineage.edges import NameLookup, plain
from headwater.questions.lineage.schema_differences import schema_differences
from headwater.questions.parameters import Column, Cursor, Limit, Moment
from headwater.questions.reading import Reading, instant, instant_known
from headwater.questions.registry import Parameter, question
from headwater.store.queries import edges
from headwater.store.queries.edges import EdgeSpan
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT, Number, decode, encode
from headwater.store.queries.rows import Connection

Earlier = Annotated[Moment, Parameter("The earlier time.", examples=("2026-04-19T00:00:00Z",), name="from")]
Later = Annotated[
    Moment | None,
    Parameter("The later time. Default now.", examples=("2026-04-21T00:00:00Z",), name="to"),
]
AboutAsset = Annotated[
    str | None,
    Parameter(
        "Compare only edges that touch it.",
        examples=("sales.orders",),
        min_length=1,
        former_names=("name",),
    ),
]

Change = Literal["appeared", "vanished", "origin_changed"]
# The `since` of an edge whose beginning is not known.
BEGINNING = int(np.iinfo(np.int64).min)


class DiffCursor(NamedTuple):
    at: Number
    edge: Number


@question("/graph/diff", topic="graph", lists=("changes",))
def diff(
    reading: Reading,
    earlier: Earlier,
    later: Later = None,
    asset: AboutAsset = None,
    column: Column = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Diff:
    """Which edges appeared, vanished or changed their origin, which schemas, owners and classes changed."""
    after = decode(cursor, DiffCursor)
    if later is not None and later < earlier:
        raise BadParameterError("to", "must not be before `from`")
    about = _about(reading.connection, asset, column)
    found = _found(reading.graph, earlier, later, about)
    rows, next_cursor = _page(found.rows, after, limit)
    return Diff(
        earlier=earlier,
        later=later,
        about=None if about is None else about.answer,
        position=reading.position,
        appeared=found.count(APPEARED),
        vanished=found.count(VANISHED),
        origin_changed=found.count(ORIGIN_CHANGED),
        changes=_changes(reading, rows),
        schemas=schema_differences(reading.connection, earlier, later, about, limit),
        attributes=attribute_differences(reading.connection, earlier, later, about, limit),
        next_cursor=next_cursor,
    )


def _about(connection: Connection, asset: str | None, column: str | None) -> NodeName | None:
    if asset is None:
        if column is not None:
            raise BadParameterError("column", "give the dataset of the column as `asset`")
        return None
    return resolve.target(connection, asset, column, field="asset").subject


CHANGE: tuple[Change, ...] = ("appeared", "vanished", "origin_changed")
APPEARED, VANISHED, ORIGIN_CHANGED = range(3)
# `arc` is shown, `by` says when and by which event, `was` is what an edge of another origin was before.
ROW = np.dtype(
    [
        *(("at", np.int64), ("edge", np.int32), ("arc", np.int32), ("by", np.int32), ("was", np.int32)),
        *(("change", np.uint8), ("closed", np.bool_)),
    ]
)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """All changes by time, then edge; an edge changes once at the most between two times."""

    rows: NDArray[Any]

    def count(self, change: int) -> int:
        return int(np.count_nonzero(self.rows["change"] == change))


def _found(graph: Graph, earlier: datetime, later: datetime | None, about: NodeName | None) -> _Found:
    # An edge of one of its columns touches a dataset as well.
    nodes = None if about is None else graph.with_columns(_inside(graph, about))
    both = graph_diff.between(graph, instant(earlier), instant_known(graph, later, "to"), nodes=nodes)
    opened = _rows(graph.arcs.since[both.appeared.arcs], both.appeared, APPEARED)
    closed = _rows(graph.arcs.until[both.vanished.arcs], both.vanished, VANISHED)
    rows = np.concatenate([opened, closed])
    rows["was"] = np.concatenate(
        [
            graph_diff.counterparts(graph, opened["arc"], instant(earlier)),
            graph_diff.counterparts(graph, closed["arc"], instant(later)),
        ]
    )
    return _Found(np.sort(_retold(graph, rows), order=("at", "edge")))


def _retold(graph: Graph, rows: NDArray[Any]) -> NDArray[Any]:
    """An edge that others say at the other time has neither appeared nor vanished: one row for both."""
    reported_anew = rows["was"] >= 0
    closed = reported_anew & rows["closed"]
    # Of what vanished, the counterpart is what is left of it; where that appeared, it has its own row.
    rows["arc"][closed], rows["was"][closed] = rows["was"][closed], rows["arc"][closed]
    opened = rows["edge"][reported_anew & ~rows["closed"]]
    repeated = closed & np.isin(graph.arcs.edge[rows["arc"]], opened)
    rows["change"][reported_anew] = ORIGIN_CHANGED
    kept: NDArray[Any] = rows[~repeated]
    return kept


def _inside(graph: Graph, node: NodeName) -> NDArray[np.int32]:
    # A node that is newer than the graph in memory has no edges there yet.
    return np.array([node.id] if node.id < graph.size else [], np.int32)


def _rows(at: NDArray[np.int64], changes: graph_diff.Changes, change: int) -> NDArray[Any]:
    rows = np.zeros(len(changes.edges), ROW)
    rows["at"], rows["edge"], rows["arc"], rows["by"] = at, changes.edges, changes.arcs, changes.arcs
    rows["change"], rows["closed"] = change, change == VANISHED
    return rows


def _page(rows: NDArray[Any], after: DiffCursor | None, limit: int) -> tuple[NDArray[Any], str | None]:
    if after is not None:
        at, edge = after
        rows = rows[(rows["at"] > at) | ((rows["at"] == at) & (rows["edge"] > edge))]
    shown = rows[:limit]
    more = len(rows) > limit
    return shown, encode(int(shown["at"][-1]), int(shown["edge"][-1])) if more else None


def _changes(reading: Reading, rows: NDArray[Any]) -> tuple[EdgeChange, ...]:
    graph = reading.graph
    lines, by = plain(graph, rows["arc"].tolist()), rows["by"].tolist()
    before = [arc for arc in rows["was"].tolist() if arc >= 0]
    lookup = NameLookup(reading.labels, (), [*lines, *plain(graph, before)])
    spans = _by_beginning(edges.spans(reading.connection, graph.arcs.edge[by].tolist()))
    changes = []
    for line, row in zip(lines, rows, strict=True):
        arc, at = int(row["by"]), int(row["at"])
        # One edge may have several spans: whether it flows and when it began tell which one this is.
        key = (int(graph.arcs.edge[arc]), bool(graph.arcs.flows[arc]), int(graph.arcs.since[arc]))
        span = spans.get(key)
        event = None if span is None else span.closed_by if row["closed"] else span.opened_by
        moment = None if at == BEGINNING else from_micros(at)
        was = lookup.edge(plain(graph, [int(row["was"])])[0]).origin if row["was"] >= 0 else None
        changes.append(EdgeChange(CHANGE[row["change"]], was, moment, event, lookup.edge(line)))
    return tuple(changes)


def _by_beginning(spans: tuple[EdgeSpan, ...]) -> dict[tuple[int, bool, int], EdgeSpan]:
    return {
        (span.edge_id, span.flows, BEGINNING if span.alive_from is None else to_micros(span.alive_from)): span
        for span in spans
    }
