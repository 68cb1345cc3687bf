"""Columns that are no more: an older schema of their dataset lists them, the one of the time does not.

A column that lineage or a label speaks of after that schema began is not gone, whatever the schema says; nor
is one that no schema ever had, as of that only lineage can tell.
"""

from collections.abc import Collection
from datetime import datetime

from headwater.store.queries.rows import Connection, fetch_values

# Of `col`, a row of nodes; without a time, as things are now. A field of a structure goes by the name of the
# structure, or by its own where a schema lists it so. What has to be found is looked up: a dataset may have
# many versions of many fields, and many columns ask for them.
GONE = """exists (
    select from (
        select hash, valid_from from schema_versions
        where dataset_id = col.dataset_id
          and valid_from <= coalesce(%(as_of)s::timestamptz, 'infinity')
        order by valid_from desc limit 1
    ) as present
    where present.valid_from > col.last_seen
      and not exists (
          select from schema_fields
          where hash = present.hash and field_key = any(field_keys(col.field))
      )
      and exists (
          select from listed_fields
          where dataset_id = col.dataset_id and field_key = any(field_keys(col.field))
            and first_at < present.valid_from
      )
)"""

OF_COLUMNS = f"select col.id from nodes as col where col.id = any(%(ids)s) and {GONE}"


def gone(connection: Connection, columns: Collection[int], as_of: datetime | None) -> frozenset[int]:
    """Those of these columns that were gone at this time."""
    return frozenset(fetch_values(connection, OF_COLUMNS, ids=list(columns), as_of=as_of))
