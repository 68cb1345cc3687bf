"""Durations of spans added up by minute, hour and day, in Arrow: PostgreSQL then merges cells, not spans.

Nanoseconds are added as whole numbers, so that any order ends in the same sums.
"""

import pyarrow as pa
import pyarrow.compute as pc

from headwater.store.telemetry.merge import CELL_COLUMNS

MICROSECONDS = pa.timestamp("us", tz="UTC")
STEPS = ("minute", "hour", "day")
CELL = ["series", "bucket"]
SPAN_TYPES = {
    "series": pa.string(),
    "start_ns": pa.int64(),
    "duration_ns": pa.int64(),
    "status": pa.string(),
    "bin": pa.int64(),
}
"""What is needed of a span."""


def span_cells(spans: pa.Table) -> pa.Table:
    """With the columns of `telemetry_rollups`."""
    minutes, bins = _cells(_values(spans), "minute"), _bins(spans)
    tables = []
    for step in STEPS:
        # A minute lies in one hour, and an hour in one day: larger steps are made of the minutes.
        cells = minutes if step == "minute" else _cells(minutes, step)
        held = bins if step == "minute" else _summed_bins(bins, step)
        tables.append(_with_sketch(cells, held, step))
    return pa.concat_tables(tables)


def _values(spans: pa.Table) -> pa.Table:
    at = pc.divide(spans["start_ns"], 1000).cast(MICROSECONDS)
    value = pc.divide(spans["duration_ns"].cast(pa.float64()), 1e9)
    ones = pa.array([1], pa.int64()).take(pa.array([0] * len(spans), pa.int64()))
    return pa.table(
        {
            "series": spans["series"],
            "bucket": at,
            "count": ones,
            "errors": pc.equal(spans["status"], "error").cast(pa.int64()),
            "total_ns": spans["duration_ns"],
            "least": value,
            "greatest": value,
            "first_at": at,
            "first_value": value,
            "last_at": at,
            "last_value": value,
        }
    )


def _cells(values: pa.Table, step: str) -> pa.Table:
    """Values, or cells of a smaller step, as cells of this one."""
    placed = _placed(values, step)
    sums = [(name, "sum") for name in ("count", "errors", "total_ns")]
    extremes = [("least", "min"), ("greatest", "max")]
    found = placed.group_by(CELL).aggregate([*sums, *extremes])
    found = found.rename_columns(
        [name.rsplit("_", 1)[0] if name not in CELL else name for name in found.column_names]
    )
    for edge, order in (("first", "ascending"), ("last", "descending")):
        keys = [(f"{edge}_at", order), (f"{edge}_value", order)]
        ordered = placed.select([*CELL, f"{edge}_at", f"{edge}_value"]).sort_by(keys)
        # The first of a group is only the first of the table in one thread.
        ends = ordered.group_by(CELL, use_threads=False).aggregate(
            [(f"{edge}_at", "first"), (f"{edge}_value", "first")]
        )
        ends = ends.rename_columns([name.removesuffix("_first") for name in ends.column_names])
        found = found.join(ends, CELL)
    return found


def _bins(spans: pa.Table) -> pa.Table:
    at = pc.divide(spans["start_ns"], 1000).cast(MICROSECONDS)
    placed = _placed(pa.table({"series": spans["series"], "bucket": at, "bin": spans["bin"]}), "minute")
    found = placed.group_by([*CELL, "bin"]).aggregate([([], "count_all")])
    return found.rename_columns([name.replace("count_all", "held") for name in found.column_names])


def _summed_bins(bins: pa.Table, step: str) -> pa.Table:
    found = _placed(bins, step).group_by([*CELL, "bin"]).aggregate([("held", "sum")])
    return found.rename_columns([name.removesuffix("_sum") for name in found.column_names])


def _placed(rows: pa.Table, step: str) -> pa.Table:
    """With the beginning of the minute, hour or day as the bucket."""
    number = rows.column_names.index("bucket")
    return rows.set_column(number, "bucket", pc.floor_temporal(rows["bucket"], unit=step))


def _with_sketch(cells: pa.Table, bins: pa.Table, step: str) -> pa.Table:
    joined = cells.join(_sketches(bins), CELL)
    columns = {name: joined[name] for name in joined.column_names} | {
        "step": pa.array([step] * len(joined), pa.string()),
        "total": _seconds(joined["total_ns"]),
        "started_at": joined["last_at"],
    }
    return pa.table([columns[name] for name in CELL_COLUMNS], names=CELL_COLUMNS)


def _sketches(bins: pa.Table) -> pa.Table:
    """The bins of each cell in ascending order, and how many values lie in each, as PostgreSQL's arrays."""
    ordered = bins.sort_by([("bin", "ascending")])
    texts = {name: ordered[name].cast(pa.string()) for name in ("bin", "held")}
    grouped = pa.table({name: ordered[name] for name in CELL} | texts).group_by(CELL, use_threads=False)
    found = grouped.aggregate([("bin", "list"), ("held", "list")])
    arrays = {"bins": _array(found["bin_list"]), "counts": _array(found["held_list"])}
    return pa.table({name: found[name] for name in CELL} | arrays)


def _seconds(nanoseconds: pa.ChunkedArray) -> pa.ChunkedArray:
    """As a text with nine digits after the point: a number of PostgreSQL that loses nothing."""
    whole = pc.divide(nanoseconds, 10**9)
    rest = pc.subtract(nanoseconds, pc.multiply(whole, 10**9))
    digits = pc.utf8_lpad(rest.cast(pa.string()), width=9, padding="0")
    return pc.binary_join_element_wise(whole.cast(pa.string()), digits, ".")


def _array(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """A list as PostgreSQL writes an array."""
    joined = pc.binary_join(texts.combine_chunks(), ",")
    return pc.binary_join_element_wise("{", joined, "}", "")
