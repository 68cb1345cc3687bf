"""What a dataset looks like and looked like: versions of its schema, newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.answers.catalog import SchemaVersion
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch, fetch_values
from headwater.store.queries.schema_history import column_changed

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

# Each alias has a version of its own that holds today: the one that began last speaks for all.
CURRENT = """
select version.valid_from, null::timestamptz as valid_to,
       version.event_id, version.run_id, content.fields
from schema_versions as version join schemas as content on content.hash = version.hash
where version.dataset_id = any(%(datasets)s) and version.valid_to = 'infinity'
order by version.valid_from desc, version.dataset_id
limit 1
"""


@dataclass(frozen=True, slots=True)
class ChangedSchema:
    """A version that another came before: the fields of both."""

    dataset_id: int
    valid_from: datetime
    event_id: UUID
    before: Any
    after: Any


# An inner join with the version before: the first of a dataset has none, and changes nothing. The casts are
# there because a null that is bound has no type.
IN_WINDOW = f"""
from schema_versions as version
cross join lateral (
    select hash from schema_versions as previous
    where previous.dataset_id = version.dataset_id and previous.valid_from < version.valid_from
    order by previous.valid_from desc limit 1
) as previous
join schemas as past on past.hash = previous.hash
join schemas as present on present.hash = version.hash
join nodes as dataset on dataset.id = version.dataset_id
where version.valid_from > %(earlier)s and version.valid_from <= coalesce(%(later)s::timestamptz, 'infinity')
  and (%(datasets)s::integer[] is null or version.dataset_id = any(%(datasets)s::integer[]))
  and (%(column)s::text is null or {column_changed("past.fields", "present.fields")})
"""

CHANGED = f"""
select coalesce(dataset.canonical_id, dataset.id) as dataset_id, version.valid_from, version.event_id,
       past.fields as before, present.fields as after
{IN_WINDOW}
order by version.valid_from, version.dataset_id
limit %(limit)s
"""


def changed(
    connection: Connection,
    earlier: datetime,
    later: datetime | None,
    datasets: Sequence[int] | None,
    column: str | None,
    limit: int,
) -> RowPage[ChangedSchema]:
    """Versions that began after the one time and up to the other; a dataset's first changes nothing."""
    about = None if datasets is None else list(datasets)
    window: dict[str, object] = {"earlier": earlier, "later": later, "datasets": about, "column": column}
    total = count(connection, f"select count(*) {IN_WINDOW}", **window)
    return RowPage(fetch(connection, ChangedSchema, CHANGED, **window, limit=limit), total)


def versions(connection: Connection, datasets: Sequence[int], limit: int) -> RowPage[SchemaVersion]:
    total = count(connection, TOTAL, datasets=list(datasets))
    return RowPage(fetch(connection, SchemaVersion, VERSIONS, datasets=list(datasets), limit=limit), total)


def current(connection: Connection, datasets: Sequence[int]) -> SchemaVersion | None:
    """The version that holds today, if one does."""
    found = fetch(connection, SchemaVersion, CURRENT, datasets=list(datasets))
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class SchemaAt:
    dataset_id: int
    fields: Any


AT = """
select version.dataset_id, content.fields
from schema_versions as version join schemas as content on content.hash = version.hash
where version.dataset_id = any(%(datasets)s) and version.valid_from <= %(at)s and version.valid_to > %(at)s
order by version.valid_from
"""


def at(connection: Connection, datasets: Sequence[int], moment: datetime) -> tuple[SchemaAt, ...]:
    """What each of these datasets looked like then; of aliases the one that began last comes last."""
    return fetch(connection, SchemaAt, AT, datasets=list(datasets), at=moment)


WITH_SCHEMA = "select distinct dataset_id from schema_versions where dataset_id = any(%(ids)s)"


def with_schema(connection: Connection, datasets: Sequence[int]) -> set[int]:
    """Those of these datasets whose columns are known."""
    return set(fetch_values(connection, WITH_SCHEMA, ids=list(datasets)))
