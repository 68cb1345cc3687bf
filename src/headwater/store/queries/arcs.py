"""The graph as the store holds it, loaded into arrays: a million arcs in about three seconds.

Columns come as arrays of up to a million values, by binary COPY, and numpy reads them as they are: a
row at a time would cost three times as much. Aliases are followed in numpy as well, because three
joins with all nodes would cost more than the load itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import Arcs
from headwater.store.queries.copying import copied_arrays
from headwater.store.queries.rows import Connection, fetch

Ints = NDArray[np.int32]
Times = NDArray[np.int64]
Row = tuple[tuple[str, str], ...]
Columns = dict[str, NDArray[Any]]

# PostgreSQL counts microseconds from 2000-01-01, and writes the infinities as the extremes of int64.
POSTGRES_EPOCH = 946_684_800_000_000
INFINITIES = (np.iinfo(np.int64).max, np.iinfo(np.int64).min)

# The publisher keeps the changes of at least this many batches; who is further behind reads everything.
KEPT_BATCHES = 100


@dataclass(frozen=True, slots=True, eq=False)
class NodeMap:
    """By node id: the node that speaks for it, and the dataset of a column (-1 for other nodes)."""

    canonical: Ints
    parent: Ints

    @property
    def size(self) -> int:
        return len(self.canonical)


EMPTY = NodeMap(np.zeros(0, np.int32), np.zeros(0, np.int32))

NODES = """
copy (
    select array_agg(id), array_agg(coalesce(canonical_id, id)), array_agg(coalesce(dataset_id, -1))
    from nodes
    where id >= %(first)s
    group by id / 1000000
) to stdout (format binary)
"""
NODES_ROW = (("id", ">i4"), ("canonical", ">i4"), ("dataset", ">i4"))

# All aggregates of one pass see the rows in the same order, so the arrays lie side by side.
SPANS = """
copy (
    select array_agg(edge.source_id), array_agg(edge.target_id), array_agg(span.owner_id),
           array_agg(span.edge_id), array_agg(edge.kind), array_agg(span.flows),
           array_agg(span.alive_from), array_agg(span.alive_to), array_agg(edge.effect),
           array_agg(case when edge.kind in (edge_kind('reads'), edge_kind('feeds'))
                          then edge.origin = 'declared' and edge.subtype is not null
                          when edge.kind = edge_kind('column_to_dataset')
                          then coalesce(
                              edge.subtype in ('IDENTITY', 'RENAME', 'TRANSFORMATION', 'AGGREGATION'),
                              edge.origin = 'declared')
                          else false end)
    from edge_spans as span join edges as edge on edge.id = span.edge_id
    where {owned}
    group by span.edge_id / 1000000
) to stdout (format binary)
"""
SPANS_ROW = (
    *(("source", ">i4"), ("target", ">i4"), ("owner", ">i4"), ("edge", ">i4")),
    *(("kind", ">i2"), ("flows", "?"), ("since", ">i8"), ("until", ">i8")),
    *(("effect", ">i2"), ("whole", "?")),
)

CHANGED = """
select distinct owner_id from graph_changes
where batch > %(after)s and batch <= %(upto)s
order by owner_id
"""


def nodes(connection: Connection, known: NodeMap = EMPTY) -> NodeMap:
    """All nodes, or `known` and those that came since; a node that was joined later needs a full load."""
    rows = _copied(connection, NODES, NODES_ROW, first=known.size)
    size = max(known.size, int(rows["id"].max()) + 1 if len(rows["id"]) else 0)
    canonical, dataset = np.arange(size, dtype=np.int32), np.full(size, -1, np.int32)
    canonical[: known.size], dataset[: known.size] = known.canonical, known.parent
    canonical[rows["id"]] = rows["canonical"]
    dataset[rows["id"]] = rows["dataset"]
    return NodeMap(canonical, _parents(canonical, dataset))


def _parents(canonical: Ints, dataset: Ints) -> Ints:
    """The canonical dataset of each column; a column that is another's alias belongs nowhere."""
    speaks = canonical == np.arange(len(canonical), dtype=np.int32)
    return np.where((dataset >= 0) & speaks, canonical[dataset], np.int32(-1))


def arcs(connection: Connection, known: NodeMap, owners: Iterable[int] | None = None) -> Arcs:
    """All arcs, or those that these canonical owners and their aliases make."""
    if owners is None:
        rows = _copied(connection, SPANS.format(owned="true"), SPANS_ROW)
    else:
        members = np.flatnonzero(np.isin(known.canonical, np.fromiter(owners, np.int32)))
        owned = SPANS.format(owned="span.owner_id = any(%(owners)s)")
        rows = _copied(connection, owned, SPANS_ROW, owners=members.tolist())
    return _to_arcs(rows, known.canonical)


def _to_arcs(rows: Columns, canonical: Ints) -> Arcs:
    return Arcs.from_columns(
        source=canonical[rows["source"]],
        target=canonical[rows["target"]],
        owner=canonical[rows["owner"]],
        edge=rows["edge"],
        kind=rows["kind"],
        flows=rows["flows"],
        since=_micros(rows["since"]),
        until=_micros(rows["until"]),
        effect=rows["effect"],
        whole=rows["whole"],
    )


def _micros(times: NDArray[Any]) -> Times:
    native = times.astype(np.int64)
    return np.where(np.isin(native, INFINITIES), native, native + POSTGRES_EPOCH)


def _copied(connection: Connection, query: str, row: Row, **values: object) -> Columns:
    """What a COPY of arrays gives, each column whole."""
    with connection.cursor() as cursor, cursor.copy(query, values) as copy:
        blocks = list(copied_arrays(b"".join(copy), [layout for _, layout in row]))
    columns = zip(*blocks, strict=True) if blocks else ([np.zeros(0, layout)] for _, layout in row)
    return {name: np.concatenate(parts) for (name, _), parts in zip(row, columns, strict=True)}


@dataclass(frozen=True, slots=True)
class _Owner:
    owner_id: int


def changed_owners(connection: Connection, after: int, upto: int) -> frozenset[int]:
    """Whose arcs changed in the batches after `after`; 0 means that everything has to be read again."""
    rows = fetch(connection, _Owner, CHANGED, after=after, upto=upto)
    return frozenset(row.owner_id for row in rows)
