"""Edges by number: who says so, what is done on the way, and which events opened and closed a span."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch, int_array


@dataclass(frozen=True, slots=True)
class EdgeDetail:
    """`confidence` is None where it follows from the origin."""

    id: int
    kind: int
    origin: str
    subtype: str | None
    masking: bool | None
    description: str | None
    confidence: float | None
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class EdgeSpan:
    """When an edge was alive; None means without a known beginning, or until now."""

    edge_id: int
    flows: bool
    alive_from: datetime | None
    alive_to: datetime | None
    opened_by: UUID | None
    closed_by: UUID | None


BY_IDS = """
select id, kind, origin, subtype, masking, description, confidence, first_seen, last_seen
from edges
where id = any(%(ids)s)
"""


def details(connection: Connection, ids: Iterable[int]) -> dict[int, EdgeDetail]:
    return {row.id: row for row in fetch(connection, EdgeDetail, BY_IDS, ids=int_array(ids))}


# Of another team's job, what its own words say is not shown; who may see the job is decided beforehand.
WITH_OWNERS = """
select owner_id, id, kind, origin, subtype, masking, description, confidence, first_seen, last_seen
from public.edges
where id = any(%(ids)s)
"""


def details_for(
    connection: Connection, ids: Iterable[int], visible_owners: Callable[[set[int]], Collection[int]]
) -> dict[int, EdgeDetail]:
    rows = connection.execute(WITH_OWNERS, {"ids": int_array(ids)}).fetchall()
    visible = visible_owners({row[0] for row in rows})
    return {
        id: EdgeDetail(
            id,
            kind,
            origin,
            subtype if owner in visible else None,
            masking,
            description if owner in visible else None,
            *rest,
        )
        for owner, id, kind, origin, subtype, masking, description, *rest in rows
    }


# Sorted by the table's column: the selected one is null for what has no beginning, and nulls sort last.
SPANS = """
select edge_id, flows,
       nullif(alive_from, '-infinity') as alive_from, nullif(alive_to, 'infinity') as alive_to,
       opened_by, closed_by
from edge_spans
where edge_id = any(%(ids)s)
order by edge_id, edge_spans.alive_from
"""


def spans(connection: Connection, ids: Sequence[int]) -> tuple[EdgeSpan, ...]:
    return fetch(connection, EdgeSpan, SPANS, ids=list(ids))


@dataclass(frozen=True, slots=True)
class EdgeDoubt:
    id: int
    origin: str
    confidence: float | None


DOUBTS = """
select id, origin, confidence from edges
where id = any(%(edges)s) and (confidence is not null or origin = 'sql')
"""


def doubts(connection: Connection, edges: Sequence[int]) -> tuple[EdgeDoubt, ...]:
    """Those that are less certain than what a producer states."""
    return fetch(connection, EdgeDoubt, DOUBTS, edges=list(edges))
