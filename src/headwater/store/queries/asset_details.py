"""What is said of assets beyond their own row: facets, schema, columns and labels, one read each for many."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from headwater.answers.catalog import SchemaVersion
from headwater.store.queries.facets import NamedFacet
from headwater.store.queries.nodes import ColumnNode
from headwater.store.queries.rows import Connection

Row = TypeVar("Row")

# Each declared field is a facet of its own, so that declaring one leaves the others as they are.
DECLARED = "headwater_asset."


@dataclass(frozen=True, slots=True)
class FieldLabel:
    field: str
    classification: str | None
    pii: bool | None
    tags: Sequence[str]


@dataclass(frozen=True, slots=True)
class AssetDetails:
    facets: Sequence[NamedFacet]
    schema: SchemaVersion | None
    columns: Sequence[ColumnNode]
    labels: Sequence[FieldLabel]


# A canonical node and its aliases: what is stated of one holds for all.
MEMBERS = """
with members as (
    select id, coalesce(canonical_id, id) as asset from nodes
    where id = any(%(ids)s) or canonical_id = any(%(ids)s)
)
"""
# The newest is chosen before deleted ones are left out: a deletion hides what came before it.
FACETS = f"""{MEMBERS},
newest as (
    select distinct on (asset, name) asset, name, value, at, event_id
    from members join facets on facets.node_id = members.id
    where name in ('schema', 'tags') or name ^@ '{DECLARED}'
    order by asset, name, at desc, event_id desc
)
select asset, name, value, at, event_id from newest where value is not null order by asset, name
"""
# Each alias has a version of its own that holds today: the one that began last speaks for all.
SCHEMAS = f"""{MEMBERS}
select distinct on (asset) asset, version.valid_from, null::timestamptz as valid_to,
       version.event_id, version.run_id, content.fields
from members
join schema_versions as version on version.dataset_id = members.id and version.valid_to = 'infinity'
join schemas as content on content.hash = version.hash
order by asset, version.valid_from desc, version.dataset_id
"""
# Aliases list the same column under one field name: one number for it, and always the same.
COLUMNS = f"""{MEMBERS}
select asset, min(coalesce(col.canonical_id, col.id)) as id, col.field
from members join nodes as col on col.dataset_id = members.id and col.kind = 'column'
group by asset, col.field
order by asset, col.field
"""
# By number: where two aliases label one column, the later node has the last word.
LABELS = f"""{MEMBERS}
select asset, col.field, label.classification, label.pii, label.tags
from members
join nodes as col on col.dataset_id = members.id and col.kind = 'column'
join column_labels as label on label.column_id = col.id
order by asset, col.field, col.id
"""


def details(connection: Connection, ids: Sequence[int]) -> Mapping[int, AssetDetails]:
    """By asset, given as its canonical node."""
    facets = _grouped(connection, NamedFacet, FACETS, ids)
    schemas = _grouped(connection, SchemaVersion, SCHEMAS, ids)
    columns = _grouped(connection, ColumnNode, COLUMNS, ids)
    labels = _grouped(connection, FieldLabel, LABELS, ids)
    return {
        asset: AssetDetails(facets[asset], next(iter(schemas[asset]), None), columns[asset], labels[asset])
        for asset in ids
    }


def _grouped(
    connection: Connection, row: type[Row], query: str, ids: Sequence[int]
) -> defaultdict[int, list[Row]]:
    """Rows by their first column, which is the asset's number; the names of the others are the fields."""
    groups: defaultdict[int, list[Row]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(query, {"ids": list(ids)})
        names = [column.name for column in cursor.description or ()][1:]
        for asset, *values in cursor:
            groups[asset].append(row(**dict(zip(names, values, strict=True))))
    return groups
