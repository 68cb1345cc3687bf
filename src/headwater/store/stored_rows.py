"""Rows that requests write: a change enters the log as the rows that it left, so that lost ones come back.

What the pipeline derives from events is rebuilt by deriving it again. These rows can't be: their numbers are
in the hands of clients, who read them in the same moment. So the transaction that writes them also appends
an event with all rows of each key it touched (`images`), and `restore` puts back what is missing. A row that
is there is never older than its last event, and is left alone.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from psycopg import Connection

from headwater.model.events import EventKind

REASON = "written by requests, each change with an event that restores it"


@dataclass(frozen=True, slots=True)
class StoredTable:
    """`key` is the column whose rows are written together."""

    name: str
    key: str = "id"


# In an order in which a row comes after those it refers to.
TABLES = (
    StoredTable("pipeline_type"),
    StoredTable("pipeline"),
    StoredTable("pipeline_execution"),
    StoredTable("address_type"),
    StoredTable("address"),
    StoredTable("pipeline_lineage", key="pipeline_id"),
    StoredTable("timeliness_breach"),
    StoredTable("team"),
    StoredTable("simulation"),
    StoredTable("simulation_proof"),
    StoredTable("incident"),
    StoredTable("incident_explanation"),
    StoredTable("incident_activity"),
    StoredTable("subscription"),
    StoredTable("set_aside_event"),
)

Written = Mapping[str, Collection[int]]
"""Keys by table."""


@dataclass(frozen=True, slots=True)
class Image:
    """All rows of one key, as JSON; none if there are none left."""

    table: str
    key: int
    rows: tuple[msgspec.Raw, ...]


def images(connection: Connection[Any], written: Written) -> tuple[Image, ...]:
    """What these keys hold now, in this transaction."""
    unknown = written.keys() - {table.name for table in TABLES}
    if unknown:
        raise ValueError(f"not stored: {', '.join(sorted(unknown))}")
    keys = {table.name: sorted(set(written[table.name])) for table in TABLES if written.get(table.name)}
    rows: dict[tuple[str, int], list[msgspec.Raw]] = {(name, key): [] for name in keys for key in keys[name]}
    for name, key, row in _rows(connection, keys):
        rows[name, key].append(msgspec.Raw(row.encode()))
    return tuple(Image(name, key, tuple(found)) for (name, key), found in rows.items())


def _rows(connection: Connection[Any], keys: Mapping[str, Sequence[int]]) -> Iterable[tuple[str, int, str]]:
    """All rows of these keys as JSON, in one round trip."""
    if not keys:
        return ()
    selects = (
        f"select '{table.name}', {table.key}, to_jsonb(stored)::text from {table.name} as stored "
        f"where {table.key} = any(%({table.name})s)"
        for table in TABLES
        if table.name in keys
    )
    with connection.cursor() as cursor:
        return cursor.execute(" union all ".join(selects), keys).fetchall()


# Of each key, what the last event says that touched it.
LATEST = """
create temporary table stored_images as
select distinct on (image ->> 'table', (image ->> 'key')::bigint)
       image ->> 'table' as table_name, (image ->> 'key')::bigint as key, image -> 'rows' as rows
from events cross join lateral jsonb_array_elements(body::jsonb -> 'written') as image
where stream = %(stream)s
order by image ->> 'table', (image ->> 'key')::bigint, position desc
"""

MISSING = """
create temporary table missing_rows as
select kept.row
from stored_images as image cross join lateral jsonb_array_elements(image.rows) as kept (row)
where image.table_name = '{table}' and not exists (select from {table} where {table}.{key} = image.key)
"""

# An event that is older than a column does not have it: there the column's default counts.
SHAPES = "select distinct array(select jsonb_object_keys(row) order by 1) from missing_rows"

COLUMNS = "select column_name from information_schema.columns where table_name = %(table)s"

INSERT = """
insert into {table} ({columns}) overriding system value
select {columns} from missing_rows cross join lateral jsonb_populate_record(null::{table}, row) as kept
where array(select jsonb_object_keys(row) order by 1) = %(shape)s
on conflict do nothing
"""

# Restored rows bring their numbers; the sequence must pass them, and must never go back.
NEXT_NUMBER = """
select setval(pg_get_serial_sequence('{table}', 'id'), max(id))
from {table}
having max(id) > coalesce(pg_sequence_last_value(pg_get_serial_sequence('{table}', 'id')::regclass), 0)
"""


def restore(connection: Connection[Any]) -> int:
    """Put back the rows that the log knows and the tables lack, under their own numbers; returns how many."""
    with connection.transaction():
        connection.execute(LATEST, {"stream": EventKind.STORED_ROWS.stream})
        restored = sum(_restore(connection, table) for table in TABLES)
        connection.execute("drop table stored_images")
    return restored


def _restore(connection: Connection[Any], table: StoredTable) -> int:
    cursor = connection.cursor()
    connection.execute(MISSING.format(table=table.name, key=table.key))
    known = {name for (name,) in cursor.execute(COLUMNS, {"table": table.name}).fetchall()}
    restored = 0
    for (shape,) in cursor.execute(SHAPES).fetchall():
        restored += _insert(connection, table, shape, known)
    connection.execute("drop table missing_rows")
    if restored:
        connection.execute(NEXT_NUMBER.format(table=table.name))
    return restored


def _insert(connection: Connection[Any], table: StoredTable, shape: Sequence[str], known: set[str]) -> int:
    # A column that a later migration removed is still in older events.
    columns = ", ".join(name for name in shape if name in known)
    statement = INSERT.format(table=table.name, columns=columns)
    return connection.execute(statement, {"shape": list(shape)}).rowcount
