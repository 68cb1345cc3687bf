"""A page of nodes, by namespace and name."""

from typing import NamedTuple, Protocol, TypeVar

from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, Values, count, fetch


class NodeCursor(NamedTuple):
    namespace: str
    name: str
    id: Number


class Named(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def namespace(self) -> str: ...
    @property
    def name(self) -> str: ...


Row = TypeVar("Row", bound=Named)

# Cut as in the indexes on names, whose entries have a limit of 2.7 kB that a name need not keep to; the id
# orders names that differ only after the cut.
AFTER = """
(left(namespace, 200), left(name, 400), id) > (%(after_namespace)s::text, %(after_name)s::text, %(after_id)s)
"""


def nodes_page(
    connection: Connection,
    row: type[Row],
    columns: str,
    chosen: str,
    values: Values,
    limit: int,
    cursor: str | None,
) -> RowPage[Row]:
    """Those that the condition `chosen` lets through, with its values bound."""
    after = decode(cursor, NodeCursor)
    begin = {f"after_{name}": value for name, value in after._asdict().items()} if after else {}
    query = f"""
        select {columns} from nodes
        where {chosen} and {AFTER if after else "true"}
        order by left(namespace, 200), left(name, 400), id
        limit %(rows)s
    """
    rows = fetch(connection, row, query, **values, **begin, rows=limit + 1)
    total = count(connection, f"select count(*) from nodes where {chosen}", **values)
    return page_of(rows, total, limit, _key)


def _key(row: Named) -> NodeCursor:
    # The same cuts as in `AFTER`, or the next page would leave names out or repeat them.
    return NodeCursor(row.namespace[:200], row.name[:400], row.id)
