"""Replace the rows of a table by those that were worked out; a row that stays the same is not written."""

from collections.abc import Sequence

import pyarrow as pa

from headwater.graph.arcs import Ints
from headwater.store.arrow_copy import copy_in
from headwater.store.queries.rows import Connection


def replace_rows(
    connection: Connection, table: str, key: Sequence[str], rows: pa.Table, within: Ints | None = None
) -> int:
    """Make the table, or that part of it whose first key is `within`, hold these rows; how many changed."""
    names = ", ".join(rows.column_names)
    others = [name for name in rows.column_names if name not in key]
    same = " and ".join(f"incoming.{name} = {table}.{name}" for name in key)
    new = ", ".join(f"excluded.{name}" for name in others)
    with connection.transaction():
        connection.execute(f"create temp table incoming (like {table}) on commit drop")
        # Generated columns come without a value, and lose here what generates them.
        connection.execute(_drop_other_columns(connection, table, rows.column_names))
        copy_in(connection, "incoming", rows)
        gone = connection.execute(
            f"""
            delete from {table}
            where {"true" if within is None else f"{key[0]} = any(%(within)s)"}
              and not exists (select from incoming where {same})
            """,
            {} if within is None else {"within": within.tolist()},
        ).rowcount
        # `row`, since PostgreSQL refuses a bare list on the right where only one column is set.
        merged = connection.execute(
            f"""
            insert into {table} ({names}) select {names} from incoming
            on conflict ({", ".join(key)}) do update
            set ({", ".join(others)}) = row({new})
            where ({", ".join(f"{table}.{name}" for name in others)}) is distinct from ({new})
            """
        ).rowcount
        # The commit may be the caller's, who replaces the rows of a second table before it.
        connection.execute("drop table incoming")
    return gone + merged


def _drop_other_columns(connection: Connection, table: str, given: Sequence[str]) -> str:
    rows = connection.execute(
        """
        select attname from pg_attribute
        where attrelid = %s::regclass and attnum > 0 and not attname = any(%s)
        """,
        [table, list(given)],
    ).fetchall()
    return ";".join(f"alter table incoming drop column {row[0]}" for row in rows) or "select"
