"""What is shown of search results: labels of nodes, and the texts in which words may be found."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from headwater.search.draft import MAX_TEXTS
from headwater.store.queries.labels import TIER
from headwater.store.queries.rows import Connection, fetch, fetch_values
from headwater.store.queries.search_rows import COLUMN_TEXTS, MAX_TEXT, SQL_TEXTS
from headwater.store.queries.teams import node_of_team

MAX_SUFFIXES = 50


@dataclass(frozen=True, slots=True)
class ResultRow:
    id: int
    kind: str
    namespace: str
    name: str
    field: str
    type: str | None
    tier: str | None
    owners: Sequence[str]
    tags: Sequence[str]
    description: str | None


RESULTS = f"""
select id, kind, namespace, name, field, type, {TIER} as tier, owners, tags, description
from nodes where id = any(%(ids)s)
"""


def results(connection: Connection, ids: Collection[int]) -> dict[int, ResultRow]:
    return {row.id: row for row in fetch(connection, ResultRow, RESULTS, ids=list(ids))}


@dataclass(frozen=True, slots=True)
class FurtherText:
    id: int
    field: str
    text: str


# Everything that a node is found by and that does not stand on it.
FURTHER = f"""
with members as (
    select id, coalesce(canonical_id, id) as thing from nodes
    where id = any(%(ids)s) or canonical_id = any(%(ids)s)
)
select thing as id, 'alias' as field, other.namespace || '/' || other.name as text
from members join nodes as other on other.id = members.id
where members.id <> thing and other.kind <> 'column'
union all
select thing, 'tag', unnest(label.tags || case when label.classification is not null
                                then array['classification:' || label.classification] else '{{}}' end
                            || case when label.pii then array['pii'] else '{{}}' end)
from members join column_labels as label on label.column_id = members.id
union all
select thing, 'description', left(listed ->> 'description', {MAX_TEXT})
{COLUMN_TEXTS} join members on members.id = col.id
union all
select thing, 'sql', left(sql_texts.text, {MAX_TEXT})
from members join nodes as col on col.id = members.id {SQL_TEXTS}
"""


def further_texts(connection: Connection, ids: Collection[int]) -> tuple[FurtherText, ...]:
    return fetch(connection, FurtherText, FURTHER, ids=list(ids), texts=MAX_TEXTS)


@dataclass(frozen=True, slots=True)
class QueryRow:
    number: int
    key: UUID
    text: str
    runs: int


QUERIES = f"""
select entry.number, queries.key, left(queries.text, {MAX_TEXT}) as text,
       (select coalesce(sum(runs), 0) from query_days where query_key = queries.key)::bigint as runs
from search_queries as entry join queries on queries.key = entry.query_key
where entry.number = any(%(numbers)s)
"""


def queries(connection: Connection, numbers: Collection[int]) -> dict[int, QueryRow]:
    return {row.number: row for row in fetch(connection, QueryRow, QUERIES, numbers=list(numbers))}


# The index on reversed names makes the end of a name a range; the limit is for an end that many share.
BY_SUFFIX = f"""
select coalesce(canonical_id, id)
from nodes
where kind <> 'column'
  and left(reverse(lower(namespace || '.' || name)), 400) ^@ left(reverse(lower(%(suffix)s)), 400)
  and substr(reverse(lower(namespace || '.' || name)), length(%(suffix)s) + 1, 1) in ('', '.', '/')
limit {MAX_SUFFIXES}
"""


def ending(connection: Connection, text: str) -> list[int]:
    """Datasets and jobs whose `namespace.name` ends in this text, after a separator; not more than fifty."""
    # Between namespace and name people write a slash, and the index has a dot.
    spellings = {text, text.replace("/", ".", 1)}
    return [node for one in sorted(spellings) for node in fetch_values(connection, BY_SUFFIX, suffix=one)]


def seen(connection: Connection, ids: Sequence[int], team: str | None = None) -> set[int]:
    """Those of these nodes that the caller may see; with `team`, those that belong to it."""
    owned = f" and {node_of_team('coalesce(node.dataset_id, node.id)')}" if team is not None else ""
    query = f"select node.id from nodes as node where node.id = any(%(ids)s){owned}"
    return set(fetch_values(connection, query, ids=list(ids), team=team))


def seen_queries(connection: Connection, numbers: Sequence[int]) -> set[int]:
    """Those of these queries that the caller may see."""
    query = "select number from search_queries where number = any(%(numbers)s)"
    return set(fetch_values(connection, query, numbers=list(numbers)))
