"""What a dataset looks like and looked like: versions of its schema, newest first."""

from collections.abc import Sequence

from headwater.answers.catalog import SchemaVersion
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch

VERSIONS = """
select version.valid_from, nullif(version.valid_to, 'infinity') as valid_to,
       version.event_id, version.run_id, content.fields
from schema_versions as version join schemas as content on content.hash = version.hash
where version.dataset_id = any(%(datasets)s)
order by version.valid_from desc, version.dataset_id
limit %(limit)s
"""

TOTAL = """
select count(*)
from schema_versions as version join schemas as content on content.hash = version.hash
where version.dataset_id = any(%(datasets)s)
"""

CURRENT = """
select version.valid_from, null::timestamptz as valid_to,
       version.event_id, version.run_id, content.fields
from schema_versions as version join schemas as content on content.hash = version.hash
where version.dataset_id = any(%(datasets)s) and version.valid_to = 'infinity'
order by version.valid_from desc, version.dataset_id
limit 1
"""


def versions(connection: Connection, datasets: Sequence[int], limit: int) -> RowPage[SchemaVersion]:
    total = count(connection, TOTAL, datasets=list(datasets))
    return RowPage(fetch(connection, SchemaVersion, VERSIONS, datasets=list(datasets), limit=limit), total)


def current(connection: Connection, datasets: Sequence[int]) -> SchemaVersion | None:
    """The version that holds today, if one does."""
    found = fetch(connection, SchemaVersion, CURRENT, datasets=list(datasets))
    return found[0] if found else None
