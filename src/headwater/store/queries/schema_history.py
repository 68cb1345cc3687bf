"""Versions of schemas over all datasets, newest first, each with the one before it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from headwater.store.queries.paging import Number, RowPage, counted, decode, encode
from headwater.store.queries.rows import Connection, Values, conditions, fetch
from headwater.store.queries.teams import dataset_of_team

# A page is cut short before its schemas, as they are stored, take up more than this; each is judged.
MAX_PAGE_ROWS, MAX_PAGE_BYTES = 200, 4 * 1024 * 1024


class VersionCursor(NamedTuple):
    at: datetime
    dataset_id: Number


@dataclass(frozen=True, slots=True)
class VersionFilter:
    """`datasets` are the names of one dataset; `narrowing` versions may lack or change a column."""

    datasets: Sequence[int] | None = None
    namespace: str | None = None
    column: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    changed: bool | None = None
    narrowing: bool | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version, and the fields of the one before it; of the first of a dataset, None."""

    version_id: int
    dataset_id: int
    job_id: int | None
    at: datetime
    valid_to: datetime | None
    event_id: UUID
    run_id: UUID | None
    actor: str | None
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class _VersionSize:
    at: datetime
    version_id: int
    size: int


def column_changed(past: str, present: str) -> str:
    """SQL: whether the one column `%(column)s` is not the same in both lists of fields."""
    same_name = "'$[*] ? (@.name == $name)', jsonb_build_object('name', %(column)s::text)"
    ends = (f"jsonb_path_query_first({fields}, {same_name})" for fields in (past, present))
    return "(" + " is distinct from ".join(ends) + ")"


FILTERS = {
    "datasets": "version.dataset_id = any(%(datasets)s)",
    "namespace": "dataset.namespace = %(namespace)s",
    "column": column_changed("past.fields", "present.fields"),
    "since": "version.valid_from >= %(since)s",
    "team": dataset_of_team("version.dataset_id"),
    "until": "version.valid_from < %(until)s",
    "changed": "(past.hash is not null) = %(changed)s",
    # Whatever has all columns that there were, each with its type and parts, has only gained some.
    "narrowing": "(not present.fields @> past.fields) = %(narrowing)s",
}
FROM = """
from schema_versions as version
join schemas as present on present.hash = version.hash
left join lateral (
    select hash from schema_versions as previous
    where previous.dataset_id = version.dataset_id and previous.valid_from < version.valid_from
    order by previous.valid_from desc limit 1
) as previous on true
left join schemas as past on past.hash = previous.hash
join nodes as named on named.id = version.dataset_id
join nodes as dataset on dataset.id = coalesce(named.canonical_id, named.id)
"""
AFTER = "(version.valid_from, version.dataset_id) < (%(after_at)s, %(after_dataset)s)"
CHOSEN = f"""
select version.dataset_id as version_id, dataset.id as dataset_id, run.job_id, version.valid_from as at,
       nullif(version.valid_to, 'infinity') as valid_to, version.event_id, version.run_id,
       actor.value ->> 'name' as actor, past.fields as before, present.fields as after
{FROM}
left join runs as run on run.run_id = version.run_id
left join run_facets as actor on actor.run_id = version.run_id and actor.name = 'headwater_actor'
where (version.dataset_id, version.valid_from) in (
    select * from unnest(%(datasets)s::integer[], %(times)s::timestamptz[])
)
order by version.valid_from desc, version.dataset_id desc
"""


def listed(
    connection: Connection, wanted: VersionFilter, limit: int, cursor: str | None = None
) -> RowPage[VersionRow]:
    values = asdict(wanted)
    rows, next_cursor = page(connection, wanted, limit, cursor)
    total = counted(connection, f"{FROM} where {conditions(FILTERS, values)}", values)
    return RowPage(rows, total, next_cursor)


def page(
    connection: Connection, wanted: VersionFilter, limit: int, cursor: str | None
) -> tuple[tuple[VersionRow, ...], str | None]:
    """The rows after the cursor, and the cursor after them."""
    after = decode(cursor, VersionCursor)
    values: Values = asdict(wanted) | (
        {"after_at": after.at, "after_dataset": after.dataset_id} if after else {}
    )
    query = f"""
        select version.valid_from as at, version.dataset_id as version_id,
               pg_column_size(present.fields) + coalesce(pg_column_size(past.fields), 0) as size
        {FROM} where {conditions(FILTERS, asdict(wanted))} and {AFTER if after else "true"}
        order by version.valid_from desc, version.dataset_id desc
        limit %(rows)s
    """
    most = min(limit, MAX_PAGE_ROWS)
    found = fetch(connection, _VersionSize, query, **values, rows=most + 1)
    shown = _within_bytes(found[:most])
    times, datasets = [row.at for row in shown], [row.version_id for row in shown]
    rows = fetch(connection, VersionRow, CHOSEN, times=times, datasets=datasets) if shown else ()
    last = shown[-1] if len(shown) < len(found) else None
    return rows, encode(last.at, last.version_id) if last else None


def cursor_after(row: VersionRow) -> str:
    return encode(row.at, row.version_id)


def _within_bytes(rows: Sequence[_VersionSize]) -> Sequence[_VersionSize]:
    total = 0
    for number, row in enumerate(rows):
        total += row.size
        if number and total > MAX_PAGE_BYTES:
            return rows[:number]
    return rows


@dataclass(frozen=True, slots=True)
class FieldNode:
    dataset_id: int
    field: str
    id: int


# The column under all names of its dataset is one node in the graph.
FIELDS = """
select coalesce(named.canonical_id, named.id) as dataset_id, col.field,
       min(coalesce(col.canonical_id, col.id)) as id
from nodes as named
join nodes as col on col.dataset_id = named.id and col.kind = 'column'
where named.kind = 'dataset' and (named.id = any(%(datasets)s) or named.canonical_id = any(%(datasets)s))
  and col.field = any(%(fields)s)
group by 1, 2
"""


def field_nodes(
    connection: Connection, datasets: Sequence[int], fields: Sequence[str]
) -> tuple[FieldNode, ...]:
    """The columns of these names, of these canonical datasets, that lineage speaks of."""
    return fetch(connection, FieldNode, FIELDS, datasets=list(datasets), fields=list(fields))


def at_times(connection: Connection, wanted: Sequence[tuple[int, datetime]]) -> tuple[VersionRow, ...]:
    """The versions of these datasets that began at these times."""
    datasets, times = [dataset for dataset, _ in wanted], [moment for _, moment in wanted]
    return fetch(connection, VersionRow, CHOSEN, times=times, datasets=datasets)
