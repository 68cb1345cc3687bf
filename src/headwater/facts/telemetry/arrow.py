"""What requests say as one Arrow table: spans, points and log records, distinguished by `item`.

One shape for all, as Spark's tasks give back one; columns that an item does not have are null.
"""

from collections.abc import Iterable, Sequence
from types import NoneType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pyarrow as pa

from headwater.facts.telemetry.reader import read_entry
from headwater.facts.telemetry.rows import LogRecordRow, PointRow, SpanRow, TelemetryProblem
from headwater.model.telemetry import TelemetryEntry

ITEMS: dict[str, type[Any]] = {
    "span": SpanRow,
    "point": PointRow,
    "log": LogRecordRow,
    "problem": TelemetryProblem,
}
TYPES = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}


def _type(hint: Any) -> pa.DataType:
    if get_origin(hint) in (Union, type(int | None)):
        hint = next(kind for kind in get_args(hint) if kind is not NoneType)
    return TYPES[hint]


def columns_of(item: str) -> dict[str, pa.DataType]:
    return {name: _type(hint) for name, hint in get_type_hints(ITEMS[item]).items()}


ENTRY_COLUMNS = {"item": pa.string(), "position": pa.int64(), "received": pa.int64()}
SCHEMA = pa.schema(
    list((ENTRY_COLUMNS | {name: kind for item in ITEMS for name, kind in columns_of(item).items()}).items())
)


def read_entries(entries: Iterable[TelemetryEntry]) -> pa.Table:
    """All that these requests say."""
    rows: dict[str, list[tuple[Any, ...]]] = {item: [] for item in ITEMS}
    for entry in entries:
        found = read_entry(entry)
        about = (entry.position, entry.received)
        held: tuple[list[Any], ...] = (found.spans, found.points, found.logs, found.problems)
        for item, found_rows in zip(ITEMS, held, strict=True):
            rows[item] += [(*about, *row) for row in found_rows]
    tables = [_table(item, held) for item, held in rows.items() if held]
    return (
        pa.concat_tables(tables, promote_options="default").select(SCHEMA.names)
        if tables
        else SCHEMA.empty_table()
    )


def unusable(position: int, received: int, reason: str) -> pa.Table:
    """A request of which nothing could be kept but the reason."""
    return _table("problem", [(position, received, *TelemetryProblem("", reason))])


def _table(item: str, rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """In the whole schema, so that tables of different items can be put together."""
    columns = {"position": pa.int64(), "received": pa.int64(), **columns_of(item)}
    arrays = {
        name: pa.array(values, kind)
        for (name, kind), values in zip(columns.items(), zip(*rows, strict=True), strict=True)
    }
    arrays["item"] = pa.array([item] * len(rows), pa.string())
    return pa.table(
        [arrays.get(field.name, pa.nulls(len(rows), field.type)) for field in SCHEMA], schema=SCHEMA
    )
