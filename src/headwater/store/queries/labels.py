"""What people say of nodes: type, owners and tier; and of columns, how sensitive they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.answers.change import CountedName
from headwater.store.queries.column_suggestions import UNDECIDED
from headwater.store.queries.gone_columns import GONE
from headwater.store.queries.rows import Connection, count, fetch, fetch_values, int_array
from headwater.store.queries.teams import dataset_of_team

# Where nobody gave a tier as such, a tag may: `tier:gold`.
TIER = """coalesce(tier, (
    select substr(tag, 6) from unnest(tags) as tag where lower(tag) ^@ 'tier:' and tag <> 'tier:'
    order by tag limit 1
))"""


def plain_tier(given: str) -> str:
    """`Tier 1`, `tier:1` and `1` are one tier, and stored as the last of these."""
    return f"regexp_replace(lower({given}), '^tier[ _:-]*', '')"


@dataclass(frozen=True, slots=True)
class NodeLabel:
    id: int
    type: str | None
    owners: Sequence[str]
    tier: str | None
    domain: str | None


# A stand-in has none of them.
OF_NODES = f"select id, type, owners, {TIER} as tier, domain from named_nodes where id = any(%(ids)s)"


def of_nodes(connection: Connection, ids: Iterable[int]) -> dict[int, NodeLabel]:
    return {row.id: row for row in fetch(connection, NodeLabel, OF_NODES, ids=int_array(ids))}


@dataclass(frozen=True, slots=True)
class KeyLabel:
    key: UUID
    type: str | None
    owners: Sequence[str]
    tier: str | None


# What is said of an alias is kept at the node that it is an alias of.
OF_KEYS = f"""
with named as (
    select key as asked, coalesce(canonical_id, id) as node_id from nodes where key = any(%(keys)s::uuid[])
)
select asked as key, type, owners, {TIER} as tier from named join nodes on nodes.id = named.node_id
"""


def of_keys(connection: Connection, keys: Iterable[str]) -> dict[str, KeyLabel]:
    """By the key in hex."""
    return {row.key.hex: row for row in fetch(connection, KeyLabel, OF_KEYS, keys=list(keys))}


OWNERS = """
with owned as (
    select distinct id, unnest(owners) as name from nodes where id = any(%(ids)s)
)
select name, count(*)::int as affected from owned group by name order by affected desc, name
"""

TIERS = f"""
with tiered as (
    select {TIER} as name from nodes where id = any(%(ids)s)
)
select name, count(*)::int as affected from tiered where name is not null
group by name order by name
"""


def owners(connection: Connection, ids: Sequence[int]) -> tuple[CountedName, ...]:
    """Who owns how many of these nodes, most first."""
    return fetch(connection, CountedName, OWNERS, ids=int_array(ids))


def tiers(connection: Connection, ids: Sequence[int]) -> tuple[CountedName, ...]:
    return fetch(connection, CountedName, TIERS, ids=int_array(ids))


MATCHING = f"""
select id from nodes
where id = any(%(ids)s)
  and (%(owner)s::text is null or %(owner)s = any(owners))
  and (%(tier)s::text is null or lower({TIER}) = {plain_tier("%(tier)s")})
  and (%(type)s::text is null or lower(type) = lower(%(type)s))
"""


def matching(
    connection: Connection, ids: Sequence[int], owner: str | None, tier: str | None, type: str | None
) -> tuple[int, ...]:
    """Those of these nodes that have this owner, tier and type, as far as each is given."""
    return fetch_values(connection, MATCHING, ids=int_array(ids), owner=owner, tier=tier, type=type)


# The job that refreshes a dashboard may be of that type too, and is no second one.
DASHBOARDS = """
select id from nodes where id = any(%(ids)s) and kind = 'dataset' and lower(type) = 'dashboard'
"""


def dashboards(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Those of these nodes that are dashboards."""
    return frozenset(fetch_values(connection, DASHBOARDS, ids=int_array(ids)))


TIERS_OF = f"""
with tiered as (
    select id, {TIER} as tier from nodes where id = any(%(ids)s)
)
select id, tier from tiered where tier is not null
"""


def tiers_of(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """The tiers of those of these nodes that have one."""
    return dict(connection.execute(TIERS_OF, {"ids": int_array(ids)}).fetchall())


@dataclass(frozen=True, slots=True)
class ColumnLabel:
    """What was declared of a column, under one of its names."""

    id: int
    classification: str | None
    pii: bool | None


OF_COLUMNS = """
select coalesce(node.canonical_id, node.id) as id, label.classification, label.pii
from column_labels as label join nodes as node on node.id = label.column_id
where coalesce(node.canonical_id, node.id) = any(%(ids)s)
order by id, label.column_id
"""


def of_columns(connection: Connection, ids: Sequence[int]) -> tuple[ColumnLabel, ...]:
    return fetch(connection, ColumnLabel, OF_COLUMNS, ids=list(ids))


# What is dropped goes by the dataset that all its names stand for; without `as_of`, by whether it is now.
DECLARED = """
with declared as (
    select distinct col.id
    from column_labels as label
    join nodes as node on node.id = label.column_id
    join nodes as col on col.id = coalesce(node.canonical_id, node.id)
    left join nodes as named on named.id = col.dataset_id
    left join nodes as dataset on dataset.id = coalesce(named.canonical_id, named.id)
    where ({condition}) and (dataset.dropped_at is null or dataset.dropped_at > %(as_of)s::timestamptz)
      and not {gone}
)
"""
AS_CLASSIFICATION = DECLARED.format(condition="label.classification = %(word)s", gone=GONE)
AS_TAG = DECLARED.format(
    condition="%(word)s = any(label.tags) or (lower(%(word)s) = 'pii' and label.pii is true)", gone=GONE
)
OF_TEAM = f"select id from declared join nodes using (id) where {dataset_of_team('nodes.dataset_id')}"
PAGE = "select id from chosen where id > %(after)s order by id limit %(rows)s"


@dataclass(frozen=True, slots=True)
class DeclaredColumns:
    """Up to one more column than asked for, ascending, and how many there are in all."""

    ids: tuple[int, ...]
    total: int


def declared_as(
    connection: Connection,
    classification: str,
    as_of: datetime | None,
    after: int,
    rows: int,
    team: str | None = None,
) -> DeclaredColumns:
    """Columns of this classification, as far as their dataset was not dropped by then."""
    return _declared(connection, AS_CLASSIFICATION, classification, as_of, after, rows, team)


def tagged(
    connection: Connection,
    tag: str,
    as_of: datetime | None,
    after: int,
    rows: int,
    team: str | None = None,
) -> DeclaredColumns:
    """Columns with this tag; `pii` is also what is flagged as personal data."""
    return _declared(connection, AS_TAG, tag, as_of, after, rows, team)


def undecided(
    connection: Connection, as_of: datetime | None, after: int, rows: int, team: str | None = None
) -> DeclaredColumns:
    """Columns that look personal, and of which nobody has said whether they are."""
    return _declared(connection, UNDECIDED, "", as_of, after, rows, team)


TAGS = "select distinct unnest(tags) as tag from column_labels order by tag"


def column_tags(connection: Connection) -> tuple[str, ...]:
    """Every tag that a column has, or had when its dataset was dropped."""
    return fetch_values(connection, TAGS)


def _declared(
    connection: Connection,
    having: str,
    word: str,
    as_of: datetime | None,
    after: int,
    rows: int,
    team: str | None,
) -> DeclaredColumns:
    chosen = f"{having}, chosen as ({OF_TEAM if team is not None else 'select id from declared'})"
    given = {"word": word, "as_of": as_of, "team": team}
    total = count(connection, f"{chosen} select count(*) from chosen", **given)
    found = fetch_values(connection, f"{chosen} {PAGE}", **given, after=after, rows=rows)
    return DeclaredColumns(found, total)
