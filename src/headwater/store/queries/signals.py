"""What people and pagers said, newest first."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from headwater.store.queries.paging import RowPage, counted, decode, page_of
from headwater.store.queries.rows import Connection, conditions, fetch
from headwater.store.queries.teams import node_of_team


class SignalCursor(NamedTuple):
    at: datetime
    key: UUID


@dataclass(frozen=True, slots=True)
class SignalFilter:
    """`nodes` are the names of one dataset or job."""

    nodes: Sequence[int] | None = None
    namespace: str | None = None
    severity: str | None = None
    source: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class SignalRow:
    key: UUID
    node_id: int
    field: str | None
    at: datetime
    event_id: UUID
    source: str | None
    author: str | None
    severity: Literal["info", "warning", "error", "critical"] | None
    text: str
    link: str | None


FILTERS = {
    "nodes": "said.node_id = any(%(nodes)s)",
    "namespace": "node.namespace = %(namespace)s",
    "severity": "said.severity = %(severity)s",
    "source": "said.source = %(source)s",
    "since": "said.at >= %(since)s",
    "until": "said.at < %(until)s",
    "team": node_of_team("said.node_id"),
}
FROM = """
from signals as said
join nodes as named on named.id = said.node_id
join nodes as node on node.id = coalesce(named.canonical_id, named.id)
"""
AFTER = "(said.at, said.key) < (%(after_at)s, %(after_key)s)"


def listed(
    connection: Connection, wanted: SignalFilter, limit: int, cursor: str | None = None
) -> RowPage[SignalRow]:
    after = decode(cursor, SignalCursor)
    values = asdict(wanted)
    chosen = f"{FROM} where {conditions(FILTERS, values)}"
    begin = {"after_at": after.at, "after_key": after.key} if after else {}
    query = f"""
        select said.key, node.id as node_id, said.field, said.at, said.event_id, said.source, said.author,
               said.severity, said.text, said.link
        {chosen} and {AFTER if after else "true"}
        order by said.at desc, said.key desc limit %(rows)s
    """
    rows = fetch(connection, SignalRow, query, **values, **begin, rows=limit + 1)
    return page_of(rows, counted(connection, chosen, values), limit, lambda row: (row.at, row.key))
