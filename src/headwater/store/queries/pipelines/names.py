"""Which known job or dataset has exactly this name."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from headwater.model.ids import NodeKind
from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class NamedNode:
    asked: str
    id: int
    namespace: str
    name: str


# The shortened name is what the index holds.
BY_NAME = """
with asked as (
    select distinct unnest(%(names)s::text[]) as name
),
found as (
    select distinct asked.name as asked, coalesce(node.canonical_id, node.id) as id
    from asked
    join nodes as node
      on node.kind = %(kind)s and node.kind <> 'column'
     and left(node.name, 400) = left(asked.name, 400) and node.name = asked.name
)
select found.asked, node.id, node.namespace, node.name
from found join nodes as node on node.id = found.id
order by found.asked, node.id
"""


def by_name(connection: Connection, kind: NodeKind, names: Sequence[str]) -> tuple[NamedNode, ...]:
    """All that have one of these names, in whatever namespace; an alias gives what it is an alias of."""
    return fetch(connection, NamedNode, BY_NAME, kind=kind, names=list(names))


@dataclass(frozen=True, slots=True)
class _Keyed:
    key: UUID
    id: int


BY_KEYS = "select key, coalesce(canonical_id, id) as id from nodes where key = any(%(keys)s::uuid[])"


def ids_by_key(connection: Connection, keys: Sequence[UUID]) -> dict[UUID, int]:
    """The nodes behind these keys, as far as the pipeline has published them."""
    return {row.key: row.id for row in fetch(connection, _Keyed, BY_KEYS, keys=list(keys))}
