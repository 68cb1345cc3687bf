"""The temporary tables of a batch of telemetry, and how its rows come into them."""

from collections.abc import Collection
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc
from psycopg import Connection

from headwater.store.arrow_copy import copy_in

# Made once a connection; empty again after each transaction.
CREATE = """
create temp table if not exists sent_spans (like trace_spans) on commit delete rows;
create temp table if not exists sent_cells (like telemetry_rollups) on commit delete rows;
create temp table if not exists replaced_spans (
    trace_id text, old_series uuid, old_at timestamptz, new_series uuid, new_at timestamptz
) on commit delete rows;
create temp table if not exists sent_points (
    day date, point_id uuid, series uuid, metric text, kind text, unit text, temporality text,
    monotonic boolean, service text, team text, job text, run_id uuid, attributes jsonb,
    at timestamptz, started_at timestamptz, value double precision, value_count bigint,
    total double precision, bins jsonb
) on commit delete rows;
create temp table if not exists fresh_points (like sent_points) on commit delete rows
"""

SPAN_COLUMNS = (
    *(
        "day",
        "trace_id",
        "span_id",
        "parent_span_id",
        "name",
        "kind",
        "started_at",
        "start_ns",
        "duration_ns",
    ),
    *("status", "status_message", "service", "team", "job", "run_id", "airflow_key", "attributes", "scope"),
    *("events", "links", "cut", "series", "bin", "content"),
)
POINT_COLUMNS = (
    *("day", "point_id", "series", "metric", "kind", "unit", "temporality", "monotonic", "service", "team"),
    *("job", "run_id", "attributes", "at", "started_at", "value", "value_count", "total", "bins"),
)
SPAN_ID = ["day", "trace_id", "span_id"]
MICROSECONDS = pa.timestamp("us", tz="UTC")
DAY_NS = 86_400 * 10**9


def split_late(items: pa.Table, column: str, days: int) -> tuple[pa.Table, int]:
    """The items that are served, and how many came too late for that.

    By when they were received, not by today: reading the log again finds the same.
    """
    if not items.num_rows:
        return items, 0
    limit = pc.subtract(pc.multiply(items["received"], 1000), days * DAY_NS)
    in_time = items.filter(pc.greater_equal(items[column], limit))
    return in_time, items.num_rows - in_time.num_rows


def stage_spans(connection: Connection, spans: pa.Table) -> pa.Table:
    """Returns what it has staged: of several spans with one id on one day, that of greatest content."""
    columns = {name: spans[name] for name in spans.column_names}
    columns |= _times(spans["start_ns"], "started_at")
    staged = once(pa.table([columns[name] for name in SPAN_COLUMNS], names=SPAN_COLUMNS))
    copy_in(connection, "sent_spans", staged)
    return staged


def once(spans: pa.Table) -> pa.Table:
    """Each id once a day."""
    ids = spans.select(SPAN_ID).append_column("row", pa.array(range(len(spans)), pa.int64()))
    if len(ids.group_by(SPAN_ID).aggregate([])) == len(spans):
        return spans
    ids = ids.append_column("content", spans["content"]).sort_by([("content", "descending")])
    kept = ids.group_by(SPAN_ID, use_threads=False).aggregate([("row", "first")])["row_first"]
    return spans.take(kept.combine_chunks().sort())


def without(spans: pa.Table, known: Collection[tuple[date, str, str]]) -> pa.Table:
    """The spans whose ids are not among these."""
    if not known:
        return spans
    ids = zip(*(spans[name].to_pylist() for name in SPAN_ID), strict=True)
    return spans.filter(pa.array([one not in known for one in ids], pa.bool_()))


def stage_points(connection: Connection, points: pa.Table) -> None:
    columns = {name: points[name] for name in points.column_names}
    columns |= _times(points["at_ns"], "at")
    columns["started_at"] = _times(points["start_ns"], "started_at")["started_at"]
    copy_in(
        connection, "sent_points", pa.table([columns[name] for name in POINT_COLUMNS], names=POINT_COLUMNS)
    )


def _times(nanoseconds: pa.ChunkedArray, name: str) -> dict[str, pa.ChunkedArray]:
    moment = pc.divide(nanoseconds, 1000).cast(MICROSECONDS)
    return {name: moment, "day": moment.cast(pa.timestamp("us")).cast(pa.date32())}
