"""Who is who in the store: nodes by id, by key and by the end of their name, and what they are aliases of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from headwater.answers.base import Node
from headwater.model.ids import NodeKind
from headwater.store.queries.rows import Connection, fetch, fetch_values, int_array


@dataclass(frozen=True, slots=True)
class NodeName:
    """What a reader sees of a node: its number never leaves the house."""

    id: int
    kind: str
    namespace: str
    name: str
    field: str = ""

    def __str__(self) -> str:
        whole = f"{self.namespace}/{self.name}"
        return f"{whole}#{self.field}" if self.field else whole

    @property
    def node_id(self) -> str:
        """The name with its kind before it: unique, readable, and taken back as a name."""
        return f"{self.kind}:{self}"

    @property
    def answer(self) -> Node:
        """As answers show it."""
        return Node(self.node_id, self.kind, self.namespace, self.name, self.field or None)


@dataclass(frozen=True, slots=True)
class ColumnNode:
    id: int
    field: str


# What a caller may not see has a stand-in here, so that paths stay whole; `nodes` itself does not show it.
BY_IDS = "select id, kind, namespace, name, field from named_nodes where id = any(%(ids)s)"


def names(connection: Connection, ids: Iterable[int]) -> dict[int, NodeName]:
    rows = fetch(connection, NodeName, BY_IDS, ids=int_array(ids))
    return {row.id: row for row in rows}


BY_KEYS = """
with asked as (
    select coalesce(canonical_id, id) as id
    from nodes
    where key = any(%(keys)s::uuid[]) and kind = any(%(kinds)s)
)
select distinct node.id, node.kind, node.namespace, node.name, node.field
from nodes as node join asked on asked.id = node.id
order by node.id
"""


def by_keys(connection: Connection, keys: Sequence[str], kinds: Sequence[NodeKind]) -> tuple[NodeName, ...]:
    """The canonical nodes behind these keys; an alias gives what it is an alias of."""
    return fetch(connection, NodeName, BY_KEYS, keys=list(keys), kinds=list(kinds))


# The index on reversed names turns "begins with the reversed suffix" into a range; the dot is checked after.
BY_SUFFIX = """
with ending as (
    select coalesce(canonical_id, id) as id
    from nodes
    where kind <> 'column' and kind = any(%(kinds)s)
      and left(reverse(lower(namespace || '.' || name)), 400) ^@ left(reverse(lower(%(suffix)s)), 400)
      and right('.' || lower(namespace || '.' || name), length(%(suffix)s) + 1) = '.' || lower(%(suffix)s)
)
select distinct node.id, node.kind, node.namespace, node.name, node.field
from nodes as node join ending on ending.id = node.id
order by node.namespace, node.name, node.id
limit %(limit)s
"""


def by_suffix(
    connection: Connection, suffix: str, kinds: Sequence[NodeKind], limit: int
) -> tuple[NodeName, ...]:
    """Nodes whose `namespace.name` is this or ends in a dot and this; case-insensitive."""
    return fetch(connection, NodeName, BY_SUFFIX, kinds=list(kinds), suffix=suffix, limit=limit)


SHARING_A_PART = """
with parts as (
    select unnest(%(parts)s::text[]) as part
)
select id, kind, namespace, name, field
from nodes
where kind <> 'column' and kind = any(%(kinds)s)
  and (canonical_id is null or canonical_id = id)
  and exists (select from parts where strpos(lower(namespace || '.' || name), part) > 0)
order by id
limit %(limit)s
"""


def sharing_a_part(
    connection: Connection, parts: Sequence[str], kinds: Sequence[NodeKind], limit: int
) -> tuple[NodeName, ...]:
    """Nodes that have one of these lowercase parts somewhere in their name."""
    return fetch(connection, NodeName, SHARING_A_PART, parts=list(parts), kinds=list(kinds), limit=limit)


DATASET_OF = """
select coalesce(dataset.canonical_id, dataset.id)
from nodes as col join nodes as dataset on dataset.id = col.dataset_id
where col.id = %(id)s
"""


def datasets_of_column(connection: Connection, column: int) -> list[int]:
    """The dataset of a column, and its aliases."""
    return [
        member
        for one in fetch_values(connection, DATASET_OF, id=column)
        for member in members(connection, one)
    ]


MEMBERS = (
    "select id from nodes where id = %(id)s or (canonical_id = %(id)s and canonical_id <> id) order by id"
)


def members(connection: Connection, node_id: int) -> list[int]:
    """A canonical node and its aliases: what is stated of one holds for all."""
    return list(fetch_values(connection, MEMBERS, id=node_id))


# Aliases list the same column under one field name: one number for it, and always the same.
COLUMNS = """
select min(coalesce(canonical_id, id)) as id, field
from nodes
where kind = 'column' and dataset_id = any(%(datasets)s)
group by field
order by field
"""


def columns(connection: Connection, datasets: Sequence[int]) -> tuple[ColumnNode, ...]:
    """Columns of these datasets that lineage speaks of."""
    return fetch(connection, ColumnNode, COLUMNS, datasets=list(datasets))


KEYS = "select key from nodes where id = any(%(ids)s)"


def keys(connection: Connection, ids: Sequence[int]) -> list[UUID]:
    return list(fetch_values(connection, KEYS, ids=list(ids)))
