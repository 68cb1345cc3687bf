"""Datasets whose names look like one place by a few rules, and datasets that nothing connects."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, count, fetch, fetch_values

Rule = Literal["spelling", "namespace", "shorter_name", "environment"]


@dataclass(frozen=True, slots=True)
class LikelyAliasRow:
    dataset_id: int
    alias_id: int
    rule: Rule
    rank: int
    shared_columns: int
    dataset_edges: int
    alias_edges: int


class PairKey(NamedTuple):
    rank: Number
    dataset_id: Number
    alias_id: Number


class NodeKey(NamedTuple):
    id: Number


# A rule is a key that two names share. A key that many share says nothing about any two of them.
PAIRS = r"""
with named as (
    select id, namespace, lower(translate(name, '"`[]', '')) as words
    from nodes where kind = 'dataset' and coalesce(canonical_id, id) = id and dropped_at is null
),
counted as (
    select *, array_length(string_to_array(words, '.'), 1) as parts from named
),
keyed as (
    select id, 1 as rank, 'spelling' as rule, parts, concat(namespace, ' ', words) as key from counted
    union all
    select id, 2, 'namespace', parts, words from counted where parts >= 3
    union all
    select id, 3, 'shorter_name', parts, substring(words from '[^.]+[.][^.]+$') from counted where parts >= 2
    union all
    select id, 4, 'environment', parts,
           regexp_replace(words, '(^|[.])(dev|test|qa|uat|staging|stage|prod|prd)[_-]', '\1', 'g')
    from counted where parts >= 2
),
telling as (
    select rank, key from keyed group by rank, key having count(*) between 2 and 10
),
pairs as (
    select distinct on (one.id, other.id) one.id as dataset_id, other.id as alias_id, one.rank, one.rule
    from telling
    join keyed as one using (rank, key)
    join keyed as other using (rank, key)
    where one.id < other.id and (one.rank <> 3 or one.parts <> other.parts)
    order by one.id, other.id, one.rank
)
"""
EDGES = "select count(*) from edges where edges.source_id = {id} or edges.target_id = {id}"
LISTED = f"""{PAIRS}
select dataset_id, alias_id, rule, rank,
       (select count(distinct one.field) from nodes as one
        join nodes as other on other.dataset_id = alias_id and lower(other.field) = lower(one.field)
        where one.dataset_id = pairs.dataset_id)::int as shared_columns,
       ({EDGES.format(id="pairs.dataset_id")})::int as dataset_edges,
       ({EDGES.format(id="alias_id")})::int as alias_edges
from pairs
where (rank, dataset_id, alias_id) > (%(rank)s, %(dataset_id)s, %(alias_id)s)
order by rank, dataset_id, alias_id
limit %(rows)s
"""


def likely_aliases(connection: Connection, limit: int, cursor: str | None) -> RowPage[LikelyAliasRow]:
    """The most certain rule first."""
    after = decode(cursor, PairKey) or PairKey(0, 0, 0)
    total = count(connection, f"{PAIRS} select count(*) from pairs")
    rows = fetch(connection, LikelyAliasRow, LISTED, **after._asdict(), rows=limit + 1)
    return page_of(rows, total, limit, lambda row: PairKey(row.rank, row.dataset_id, row.alias_id))


ORPHANS = """
from nodes as dataset
where kind = 'dataset' and coalesce(canonical_id, id) = id and dropped_at is null
  and not exists (
      select from nodes as member
      join edges on edges.source_id = member.id
      where member.kind = 'dataset' and coalesce(member.canonical_id, member.id) = dataset.id
  )
  and not exists (
      select from nodes as member
      join edges on edges.target_id = member.id
      where member.kind = 'dataset' and coalesce(member.canonical_id, member.id) = dataset.id
  )
"""


def orphans(connection: Connection, limit: int, cursor: str | None) -> RowPage[int]:
    """Numbers of datasets that no edge enters or leaves."""
    after = decode(cursor, NodeKey) or NodeKey(0)
    total = count(connection, f"select count(*) {ORPHANS}")
    query = f"select id {ORPHANS} and id > %(id)s order by id limit %(rows)s"
    rows: tuple[int, ...] = fetch_values(connection, query, id=after.id, rows=limit + 1)
    return page_of(rows, total, limit, lambda number: NodeKey(number))
