"""Spans from the lake through DuckDB: those that PostgreSQL no longer holds."""

import threading
from contextlib import closing
from typing import Any

import duckdb

from headwater.store.lake.place import told_if_unreachable
from headwater.store.lake.table import LakeTable

# With the filters of each file, which say what it can't hold.
FILES = "read_parquet($files, hive_partitioning = true, union_by_name = true)"
# A folder of many years takes longer than anyone waits.
SECONDS = 10.0
MAX_SPANS = 20_000

# Of a span that was sent more than once, the same one stands as in PostgreSQL.
TRACE = f"""
select {{columns}}
from {{source}}
where trace_id = $trace_id
qualify row_number() over (partition by day, span_id order by content desc) = 1
order by start_ns, span_id
limit {MAX_SPANS + 1}
"""


def spans_of_trace(table: LakeTable, trace_id: str, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    """The spans of one trace, the first `MAX_SPANS` and one more if there are."""
    if not table.exists:
        return []
    with closing(duckdb.connect(config={"threads": 2, "memory_limit": "512MB"})) as engine:
        timer = threading.Timer(SECONDS, engine.interrupt)
        timer.start()
        try:
            source, values = _source(engine, table)
            query = TRACE.format(columns=", ".join(columns), source=source)
            with told_if_unreachable(table.place):
                rows = engine.execute(query, {"trace_id": trace_id, **values}).fetchall()
        finally:
            timer.cancel()
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _source(engine: duckdb.DuckDBPyConnection, table: LakeTable) -> tuple[str, dict[str, Any]]:
    """What to select from, and its values. DuckDB's own way to an object store is no part of its wheel."""
    if not table.place.is_remote:
        return FILES, {"files": table.files()}
    with told_if_unreachable(table.place):
        engine.register("lake_table", table.delta.to_pyarrow_dataset())
    return "lake_table", {}
