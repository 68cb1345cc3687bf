"""Columns that are no more: an older schema of their dataset has them, the one of the time does not.

A column that lineage or a label speaks of after that schema began is not gone, whatever the schema says; nor
is one that no schema ever had, as of that only lineage can tell.
"""

from collections.abc import Collection
from datetime import datetime

from headwater.store.queries.rows import Connection, fetch_values

# A field of a structure goes by the name of the structure, or by its own where a schema lists it so.
LISTED = """exists (
    select from jsonb_array_elements({content}.fields) as f
    where lower(f ->> 'name') = lower(col.field) or starts_with(lower(col.field), lower(f ->> 'name') || '.')
)"""

# Of `col`, a row of nodes; without a time, as things are now.
GONE = f"""exists (
    select from schema_versions as version join schemas as present on present.hash = version.hash
    where version.dataset_id = col.dataset_id and version.valid_from > col.last_seen
      and version.valid_from <= coalesce(%(as_of)s::timestamptz, 'infinity')
      and version.valid_to > coalesce(%(as_of)s::timestamptz, '-infinity')
      and (%(as_of)s::timestamptz is not null or version.valid_to = 'infinity')
      and not {LISTED.format(content="present")}
      and exists (
          select from schema_versions as earlier join schemas as past on past.hash = earlier.hash
          where earlier.dataset_id = col.dataset_id and earlier.valid_from < version.valid_from
            and {LISTED.format(content="past")}
      )
)"""

OF_COLUMNS = f"select col.id from nodes as col where col.id = any(%(ids)s) and {GONE}"


def gone(connection: Connection, columns: Collection[int], as_of: datetime | None) -> frozenset[int]:
    """Those of these columns that were gone at this time."""
    return frozenset(fetch_values(connection, OF_COLUMNS, ids=list(columns), as_of=as_of))
