"""How fast queries are read for what they reference, at N and 2N. `python -m benchmarks.query_index`.

The rows go into the tables directly: what is measured is binding, parsing and writing, in one process.
"""

import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb

from benchmarks.sql_texts import COLUMNS, SEED, SIZES, TABLES, text
from benchmarks.system import database
from benchmarks.table import table
from headwater.facts.query_text import query_fact
from headwater.model.ids import NodeKind, digest, node_key
from headwater.pipeline.batch import connect
from headwater.worker.handlers.query_index import update_index

QUERIES = 2_000
NAMESPACE = "spark://warehouse"
HEADER = ("distinct queries", "references", "seconds", "queries/s and core", "again, nothing new, ms")
SEEN = datetime(2026, 4, 1, tzinfo=UTC)


def fill(connection: psycopg.Connection, queries: int) -> None:
    """A dozen tables with schemas, and texts of one join and of one CTE over them."""
    for number in range(TABLES):
        name = f"warehouse.raw.table_{number}"
        columns = ("id", "parent_id", "status", *(f"t{number}_c{place}" for place in range(COLUMNS)))
        fields = [{"name": column, "type": "int"} for column in columns]
        key, schema = node_key(NodeKind.DATASET, NAMESPACE, name), digest("schema", name)
        row = connection.execute(
            "insert into nodes (key, kind, namespace, name, field) values (%s, 'dataset', %s, %s, '')"
            " returning id",
            [key, NAMESPACE, name],
        ).fetchone()
        connection.execute("insert into schemas (hash, fields) values (%s, %s)", [schema, Jsonb(fields)])
        connection.execute(
            "insert into schema_versions (dataset_id, valid_from, valid_to, hash, event_id)"
            " values (%s, %s, 'infinity', %s, %s)",
            [row and row[0], SEEN, schema, uuid4()],
        )
    rng = random.Random(SEED)
    with connection.cursor().copy("copy queries (key, dialect, text, at, event_id) from stdin") as copy:
        for salt in range(queries):
            fact = query_fact(text(rng, SIZES[salt % 2], salt), "spark", masked=False)
            copy.write_row((fact.key, fact.label, fact.value, SEEN, uuid4()))
    connection.execute("analyze queries")


def row(queries: int) -> Sequence[object]:
    with database() as (_home, url), connect(url) as connection:
        fill(connection, queries)
        began = time.process_time()
        update_index(None, connection)
        spent = time.process_time() - began
        again = time.perf_counter()
        update_index(None, connection)
        idle = time.perf_counter() - again
        (found,) = connection.execute("select count(*) from query_references").fetchall()
    return f"{queries:,}", f"{found[0]:,}", f"{spent:.1f}", f"{queries / spent:,.0f}", f"{idle * 1000:.0f}"


def run() -> str:
    return table(HEADER, [row(QUERIES), row(2 * QUERIES)])


if __name__ == "__main__":
    print(run())
