"""Which tables the lake has, and how telemetry is laid out in them: see docs/reference/lake.md."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from headwater.facts.telemetry.arrow import columns_of
from headwater.store.lake.place import LakePlace
from headwater.store.lake.table import LakeTable, with_day

# The column whose day a table is divided by.
TIMES = {"span": "start_ns", "point": "at_ns", "log": "at_ns"}
# What that column is called as a time. `at` is a reserved word of DuckDB.
MOMENTS = {"span": "started_at", "point": "recorded_at", "log": "recorded_at"}


class Lake:
    """Below the home folder, or at an address of an object store."""

    def __init__(self, home: Path, url: str | None = None) -> None:
        self.home = home.absolute()
        self.place = LakePlace((url or str(self.home / "lake")).rstrip("/"))
        self.events, self.facts = self._table("events"), self._table("facts")
        self.spans = self._table("spans", partition_by="day", looked_up="trace_id")
        self.points, self.logs = self._table("points", "day"), self._table("logs", "day")

    @property
    def telemetry(self) -> dict[str, LakeTable]:
        return {"span": self.spans, "point": self.points, "log": self.logs}

    def write_telemetry(self, items: pa.Table, upto: int) -> int:
        """One commit a table; a batch that is there already is skipped."""
        written = 0
        for item, table in self.telemetry.items():
            rows = items.filter(pc.equal(items["item"], item))
            if rows.num_rows:
                written += table.write(laid_out(item, rows), upto, by_position="position")
        return written

    def compact(self) -> None:
        for table in (self.events, self.facts, *self.telemetry.values()):
            table.compact()

    def _table(self, name: str, partition_by: str | None = None, looked_up: str | None = None) -> LakeTable:
        return LakeTable(name, self.place.below(name), partition_by, looked_up)


def laid_out(item: str, rows: pa.Table) -> pa.Table:
    """The columns of the table, with times that any engine reads as times."""
    kept = with_day(rows.select(["position", "received", *columns_of(item)]), TIMES[item])
    moment = pc.divide(rows[TIMES[item]], 1000).cast(pa.timestamp("us", tz="UTC"))
    received = rows["received"].cast(pa.timestamp("us", tz="UTC"))
    kept = kept.append_column(MOMENTS[item], moment).drop_columns(["received"])
    return kept.append_column("received_at", received).sort_by(
        "trace_id" if item == "span" else MOMENTS[item]
    )
