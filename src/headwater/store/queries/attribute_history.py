"""What was said of owners, descriptions, tags and classes at two times, where it is not the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch, fetch_values


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """What one facet said from a time on; None if it was deleted."""

    node_id: int
    name: str
    value: Any
    at: datetime
    event_id: UUID


# What came after the earlier time is new, and has not changed. A bound null has no type, hence the casts.
CHANGED = """
with touched as (
    select distinct version.node_id, version.name
    from attribute_versions as version
    where version.valid_from > %(earlier)s
      -- Which state of a job's code runs is shown by investigations.
      and version.name <> 'sourceCodeLocation'
      and version.valid_from <= coalesce(%(later)s::timestamptz, 'infinity')
      and (%(nodes)s::integer[] is null or version.node_id = any(%(nodes)s::integer[]))
),
ends as (
    select coalesce(node.canonical_id, node.id) as node_id, old.hash as old_hash, new.hash as new_hash,
           new.valid_from
    from touched
    join nodes as node on node.id = touched.node_id and node.first_seen <= %(earlier)s
    cross join lateral (
        select hash, valid_from from attribute_versions as version
        where version.node_id = touched.node_id and version.name = touched.name
          and version.valid_from <= coalesce(%(later)s::timestamptz, 'infinity')
        order by version.valid_from desc limit 1
    ) as new
    left join lateral (
        select hash from attribute_versions as version
        where version.node_id = touched.node_id and version.name = touched.name
          and version.valid_from <= %(earlier)s
        order by version.valid_from desc limit 1
    ) as old on true
),
changed as (
    select node_id, max(valid_from) as at
    from ends where old_hash is distinct from new_hash
    group by node_id
)
"""
FIRST = f"{CHANGED} select node_id from changed order by at, node_id limit %(limit)s"
TOTAL = f"{CHANGED} select count(*) from changed"

# Of each facet the last version before, and the latest in between: one that goes back and forth has many.
MOST_VERSIONS = 100
VERSIONS = """
select coalesce(node.canonical_id, node.id) as node_id, said.name, attribute_values.value,
       version.valid_from as at, version.event_id
from nodes as node
cross join lateral (
    select distinct name from attribute_versions where attribute_versions.node_id = node.id
) as said
cross join lateral (
    (select hash, valid_from, event_id from attribute_versions as version
     where version.node_id = node.id and version.name = said.name and version.valid_from <= %(earlier)s
     order by version.valid_from desc limit 1)
    union all
    (select hash, valid_from, event_id from attribute_versions as version
     where version.node_id = node.id and version.name = said.name and version.valid_from > %(earlier)s
       and version.valid_from <= coalesce(%(later)s::timestamptz, 'infinity')
     order by version.valid_from desc limit %(most)s)
) as version
join attribute_values on attribute_values.hash = version.hash
where node.kind <> 'column' and (node.id = any(%(nodes)s) or node.canonical_id = any(%(nodes)s))
order by version.valid_from, node.id, said.name
"""


def changed(
    connection: Connection, earlier: datetime, later: datetime | None, nodes: Sequence[int] | None, limit: int
) -> RowPage[int]:
    """Canonical datasets and jobs of which another thing is said at the later time, the earliest first."""
    about = None if nodes is None else list(nodes)
    values: dict[str, object] = {"earlier": earlier, "later": later, "nodes": about}
    return RowPage(fetch_values(connection, FIRST, **values, limit=limit), count(connection, TOTAL, **values))


def versions(
    connection: Connection, earlier: datetime, later: datetime | None, nodes: Sequence[int]
) -> tuple[AttributeRow, ...]:
    """What was said of these canonical nodes, under any of their names, before and in between; by time."""
    window: dict[str, object] = {"earlier": earlier, "later": later, "most": MOST_VERSIONS}
    return fetch(connection, AttributeRow, VERSIONS, **window, nodes=list(nodes))
