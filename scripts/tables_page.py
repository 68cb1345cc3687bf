"""Writes the page of all tables from PostgreSQL's own catalog: each table and column with its comment."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import psycopg

from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate

COLUMNS = """
select class.relname, class.relkind = 'v' as is_view, obj_description(class.oid, 'pg_class') as about,
       attribute.attname as name, format_type(attribute.atttypid, attribute.atttypmod) as type,
       attribute.attnotnull as required, col_description(class.oid, attribute.attnum) as comment
from pg_class as class
join pg_attribute as attribute on attribute.attrelid = class.oid
where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'v', 'p')
  and not class.relispartition
  and attribute.attnum > 0 and not attribute.attisdropped
order by class.relname, attribute.attnum
"""


class Column(NamedTuple):
    table: str
    is_view: bool
    about: str | None
    name: str
    type: str
    required: bool
    comment: str | None


def columns(connection: psycopg.Connection[Any]) -> list[Column]:
    return [Column(*row) for row in connection.execute(COLUMNS).fetchall()]


def uncommented(found: list[Column]) -> list[str]:
    """Tables and columns without a comment."""
    tables = sorted({column.table for column in found if not column.about})
    return tables + [f"{column.table}.{column.name}" for column in found if not column.comment]


def parts(found: list[Column]) -> list[str]:
    """One section a table."""
    by_table: dict[str, list[Column]] = {}
    for column in found:
        by_table.setdefault(column.table, []).append(column)
    return [_section(table, rows) for table, rows in by_table.items()]


def _section(table: str, rows: list[Column]) -> str:
    kind = "View. " if rows[0].is_view else ""
    lines = ["| column | type | what it holds |", "| --- | --- | --- |"]
    lines += [
        f"| `{row.name}` | {_type(row)} | {(row.comment or '').replace('|', chr(92) + '|')} |" for row in rows
    ]
    return "\n\n".join([f"## {table}", f"{kind}{rows[0].about or ''}", "\n".join(lines)])


def _type(column: Column) -> str:
    # A view knows of no column whether it can be null.
    return column.type if column.required or column.is_view else f"{column.type}, or null"


@contextmanager
def migrated() -> Iterator[psycopg.Connection[Any]]:
    """An empty database of the newest shape, gone afterwards."""
    with TemporaryDirectory(prefix="hw") as home:
        server = EmbeddedPostgres(Path(home))
        url = server.start()
        try:
            migrate(url)
            with psycopg.connect(url, autocommit=True) as connection:
                yield connection
        finally:
            server.stop()
