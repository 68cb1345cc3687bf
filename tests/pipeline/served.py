"""Every row that is served, by natural keys: what two ways of getting there must agree on.

The queries are made from the database's own catalog: all columns of all tables that are made from facts.
Numbers differ from database to database, so the keys of nodes and edges stand in for them.
"""

from collections.abc import Iterable
from typing import Any

from psycopg import Connection

from headwater.store.tables import SERVED

# Whose rows depend on how often, and in which batches, events came: which owners changed in which batch.
UNCOMPARED = {"graph_changes"}
# Columns that differ between equal databases: numbers, and positions in a log that is in another order.
UNCOMPARED_COLUMNS = {("nodes", "id"), ("edges", "id"), ("quarantine", "position")}

# Numbers that no foreign key gives away. What batch jobs write has none, as a rebuild may sweep nodes away.
NODE_NUMBERS = {
    ("edges", "source_dataset_id"),
    ("edges", "target_dataset_id"),
    ("column_suggestions", "column_id"),
    *(("effective_classes", name) for name in ("column_id", "source_id", "pii_source_id")),
    *((table, "dataset_id") for table in ("dataset_reach", "indexed_datasets", "query_references")),
    *((table, "job_id") for table in ("job_baselines", "run_anomalies")),
}
EDGE_NUMBERS = {("effective_classes", "via_edge"), ("effective_classes", "pii_via_edge")}
EDGE_LISTS = {"shown", "sql_shown", "edge_ids"}

COLUMNS = """
select attrelid::regclass::text, attname, confrelid::regclass::text
from pg_attribute
left join pg_constraint on contype = 'f' and conrelid = attrelid and conkey = array[attnum]
where attrelid = any(%s::regclass[]) and attnum > 0 and not attisdropped
order by attrelid::regclass::text, attnum
"""


def served(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    return natural_rows(connection, SERVED - UNCOMPARED)


def natural_rows(
    connection: Connection, chosen: Iterable[str], uncompared: Iterable[str] = ()
) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of these tables, without the columns of these names."""
    tables = sorted(chosen)
    columns: dict[str, list[str]] = {table: [] for table in tables}
    for table, column, references in connection.execute(COLUMNS, [tables]).fetchall():
        if (table, column) not in UNCOMPARED_COLUMNS and column not in uncompared:
            columns[table].append(_natural(table, column, references))
    return {
        table: sorted(connection.execute(f"select {', '.join(shown)} from {table}").fetchall(), key=repr)
        for table, shown in columns.items()
    }


def _numbered(table: str, column: str) -> str | None:
    if (table, column) in NODE_NUMBERS:
        return "nodes"
    return "edges" if (table, column) in EDGE_NUMBERS else None


def _natural(table: str, column: str, references: str | None) -> str:
    value = f"{table}.{column}"
    numbered = _numbered(table, column) or references
    if numbered in ("nodes", "edges"):
        return f"(select other.key::text from {numbered} as other where other.id = {value})"
    if column in EDGE_LISTS:
        keys = "select array_agg(other.key::text order by other.key) from edges as other"
        return f"({keys} where other.id = any({value}))"
    return f"{value}::text"
