"""The temporary tables of a batch: made once a connection, emptied before each batch.

TRUNCATE costs a millisecond a table, and PostgreSQL then forgets what it knew of the table and plans every
statement anew. So small tables are emptied by DELETE. That leaves dead rows behind, which nothing cleans up
in a temporary table: one that has grown is truncated after all.
"""

import re
from collections.abc import Sequence
from importlib.resources import files

from psycopg import Connection

from headwater.store.publish.staging import create_batch

CREATE = files(__package__).joinpath("workspace.sql").read_text()
TABLES = ("batch", *re.findall(r"create temp table (\w+)", CREATE))

TEMPORARY = "relnamespace = pg_my_temp_schema() and relkind = 'r' and relname = any(%s)"
SIZES = f"select relname, pg_relation_size(oid) from pg_class where {TEMPORARY}"
ANALYSED_ROWS = f"select reltuples from pg_class where {TEMPORARY}"

# About the size of a thousand facts.
LARGE_BYTES = 256 * 1024
LARGE_ROWS = 1000


def prepare(connection: Connection) -> None:
    """Make the tables, or empty them."""
    if _sizes(connection, TABLES).keys() < set(TABLES):
        connection.execute(f"{create_batch()};\n{CREATE}")
    else:
        empty(connection, TABLES)


def empty(connection: Connection, tables: Sequence[str]) -> None:
    sizes = _sizes(connection, tables)
    large = [table for table, size in sizes.items() if size >= LARGE_BYTES]
    small = [table for table, size in sizes.items() if 0 < size < LARGE_BYTES]
    statements = [f"delete from {table}" for table in small]
    if large:
        statements.append(f"truncate {', '.join(large)}")
    if statements:
        connection.execute(";\n".join(statements))


def needs_analyze(connection: Connection, rows: int) -> bool:
    """Whether what PostgreSQL knows of the tables does not fit a batch of so many facts.

    Statistics of one small batch serve for the next, and each ANALYZE has all statements planned anew.
    """
    found = connection.execute(ANALYSED_ROWS, [["batch"]]).fetchone()
    analysed = found[0] if found else -1
    return rows >= LARGE_ROWS or not 0 <= analysed < LARGE_ROWS


def _sizes(connection: Connection, tables: Sequence[str]) -> dict[str, int]:
    return dict(connection.execute(SIZES, [list(tables)]).fetchall())
