"""A batch of telemetry published: its spans, points and rollups in one transaction with the position."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

import pyarrow as pa
import pyarrow.compute as pc
from psycopg import Connection

from headwater.store.arrow_copy import copy_in, copy_out
from headwater.store.telemetry import merge
from headwater.store.telemetry.rollups import SPAN_TYPES, span_cells
from headwater.store.telemetry.staging import (
    CREATE,
    SPAN_COLUMNS,
    SPAN_ID,
    split_late,
    stage_points,
    stage_spans,
    without,
)

SpanId = tuple[date, str, str]
PARTITIONED = ("trace_spans", "metric_points")

POSITION = "select position from telemetry_state for update"

ADVANCE = """
update telemetry_state
set position = %(position)s, spans = spans + %(spans)s, points = points + %(points)s, late = late + %(late)s,
    rejected = rejected + %(rejected)s, batch_items = %(items)s, updated_at = clock_timestamp()
"""


@dataclass(frozen=True, slots=True)
class PublishedTelemetry:
    """What a batch did: how many spans and points were new, too late, or could not be used."""

    position: int
    items: int = 0
    spans: int = 0
    points: int = 0
    late: int = 0
    rejected: int = 0
    skipped: bool = False


def publish(connection: Connection, stated: pa.Table, upto: int, days: int) -> PublishedTelemetry:
    """Merge one batch; one at or below the published position is skipped. Items are served for `days`."""
    with connection.transaction():
        row = connection.execute(POSITION).fetchone()
        if row is not None and upto <= int(row[0]):
            return PublishedTelemetry(upto, skipped=True)
        connection.execute(CREATE)
        spans, late_spans = split_late(_rows_of(stated, "span"), "start_ns", days)
        points, late_points = split_late(_rows_of(stated, "point"), "at_ns", days)
        problems = _rows_of(stated, "problem")
        published = PublishedTelemetry(
            position=upto,
            items=stated.num_rows,
            spans=_merge_spans(connection, spans) if spans.num_rows else 0,
            points=_merge_points(connection, points) if points.num_rows else 0,
            late=late_spans + late_points,
            rejected=problems.num_rows,
        )
        _note(connection, problems)
        connection.execute(
            ADVANCE,
            {
                **{"position": upto, "spans": published.spans, "points": published.points},
                **{"late": published.late, "rejected": published.rejected, "items": published.items},
            },
        )
    return published


def _rows_of(stated: pa.Table, item: str) -> pa.Table:
    return stated.filter(pc.equal(stated["item"], item))


def _merge_spans(connection: Connection, spans: pa.Table) -> int:
    staged = stage_spans(connection, spans)
    make_partitions(connection, "trace_spans", staged["day"].unique().to_pylist())
    known = set(connection.execute(merge.KNOWN_SPANS).fetchall())
    fresh = without(staged, _counted_before(connection, known)) if known else staged
    _run(connection, merge.NEW_SPANS.format(columns=", ".join(SPAN_COLUMNS)))
    connection.execute(merge.TRACES.format(spans="sent_spans"))
    _add_cells(connection, fresh)
    if known and _count(connection, "replaced_spans"):
        _recount(connection)
    return len(fresh)


def _counted_before(connection: Connection, known: set[SpanId]) -> set[SpanId]:
    """Those that stand already. The others of these ids are replaced by the spans that are sent."""
    _run(connection, merge.REPLACED_SPANS)
    sent = set(connection.execute(f"select {', '.join(SPAN_ID)} from sent_spans").fetchall())
    return known - sent


def _recount(connection: Connection) -> None:
    """Make again what a replaced span was counted in."""
    _run(connection, merge.FORGET)
    connection.execute(merge.TRACES.format(spans=merge.RETRACED))
    columns = ", ".join(f"span.{name}" for name in SPAN_TYPES)
    _add_cells(connection, copy_out(connection, merge.RECOUNTED.format(columns=columns), SPAN_TYPES))


def _add_cells(connection: Connection, spans: pa.Table) -> None:
    if len(spans):
        connection.execute("truncate sent_cells")
        copy_in(connection, "sent_cells", span_cells(spans))
        connection.execute(merge.SENT_CELLS)


def _merge_points(connection: Connection, points: pa.Table) -> int:
    stage_points(connection, points)
    make_partitions(connection, "metric_points", _days(connection, "sent_points"))
    _run(connection, merge.NEW_POINTS)
    connection.execute(merge.ADDED_POINTS)
    connection.execute(merge.LATEST)
    return _count(connection, "fresh_points")


def _note(connection: Connection, problems: pa.Table) -> None:
    if problems.num_rows:
        connection.execute(
            "create temp table if not exists sent_problems (like telemetry_problems) on commit delete rows"
        )
        copy_in(connection, "sent_problems", problems.select(["position", "place", "reason"]))
        connection.execute(
            "insert into telemetry_problems select * from sent_problems on conflict do nothing"
        )


def make_partitions(connection: Connection, table: str, days: Iterable[date]) -> None:
    for day in days:
        connection.execute(
            f"create table if not exists {table}_{day:%Y%m%d} partition of {table} "
            f"for values from ('{day}') to ('{day + timedelta(days=1)}')"
        )


def drop_old_partitions(connection: Connection, before: date) -> int:
    """Days before this go: nothing that is still taken can belong to them. Returns how many went."""
    dropped = 0
    for table in PARTITIONED:
        for day in partitions(connection, table):
            if day < before:
                connection.execute(f"drop table {table}_{day:%Y%m%d}")
                dropped += 1
    if dropped:
        connection.execute("delete from traces where ended_at < %s", [before])
    return dropped


def partitions(connection: Connection, table: str) -> list[date]:
    query = "select right(inhrelid::regclass::text, 8) from pg_inherits where inhparent = %s::regclass"
    return [date.fromisoformat(name) for (name,) in connection.execute(query, [table]).fetchall()]


def _run(connection: Connection, statements: str) -> None:
    for statement in statements.split(";\n"):
        connection.execute(statement)


def _days(connection: Connection, table: str) -> list[date]:
    return [day for (day,) in connection.execute(f"select distinct day from {table}").fetchall()]


def _count(connection: Connection, table: str) -> int:
    row = connection.execute(f"select count(*) from {table}").fetchone()
    return int(row[0]) if row else 0
