"""Rules that one namespace is another, and how many datasets each joins."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.store.queries.paging import RowPage, decode, page_of
from headwater.store.queries.rows import Connection, count, fetch


@dataclass(frozen=True, slots=True)
class NamespaceJoinRow:
    key: UUID
    namespace: str
    same_as: str
    prefix: str
    since: datetime
    event_id: UUID
    datasets: int


class JoinKey(NamedTuple):
    namespace: str
    same_as: str
    prefix: str


# The pairs that a rule joins, or would.
PAIRS = """
select count(*)
from nodes as one
join nodes as other
  on other.kind = 'dataset' and other.namespace = {same_as} and other.name = {prefix} || one.name
 and left(other.namespace, 200) = left({same_as}, 200)
 and left(other.name, 400) = left({prefix} || one.name, 400)
where one.kind = 'dataset' and one.namespace = {namespace}
  and left(one.namespace, 200) = left({namespace}, 200)
  and one.first_seen is not null and other.first_seen is not null
"""
OF_RULE = PAIRS.format(namespace="joins.namespace", same_as="joins.same_as", prefix="joins.prefix")
LISTED = f"""
select key, namespace, same_as, prefix, first_seen as since, event_id, ({OF_RULE})::int as datasets
from namespace_joins as joins
where (namespace, same_as, prefix) > (%(namespace)s, %(same_as)s, %(prefix)s)
order by namespace, same_as, prefix limit %(rows)s
"""
JOINED = PAIRS.format(namespace="%(namespace)s", same_as="%(same_as)s", prefix="%(prefix)s::text")


def namespace_joins(connection: Connection, limit: int, cursor: str | None) -> RowPage[NamespaceJoinRow]:
    """By name."""
    after = decode(cursor, JoinKey) or JoinKey("", "", "")
    total = count(connection, "select count(*) from namespace_joins")
    rows = fetch(connection, NamespaceJoinRow, LISTED, **after._asdict(), rows=limit + 1)
    return page_of(rows, total, limit, lambda row: JoinKey(row.namespace, row.same_as, row.prefix))


def is_known(connection: Connection, rule: JoinKey) -> bool:
    asked = """select count(*) from namespace_joins
    where (namespace, same_as, prefix) = (%(namespace)s, %(same_as)s, %(prefix)s)"""
    return count(connection, asked, **rule._asdict()) > 0


def joined_datasets(connection: Connection, rule: JoinKey) -> int:
    """How many pairs of datasets that are known today a rule joins."""
    return count(connection, JOINED, **rule._asdict())
