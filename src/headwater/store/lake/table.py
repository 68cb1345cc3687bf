"""A table of the lake: Delta, one commit a batch, and none for a batch that is there already."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
from deltalake import (
    BloomFilterProperties,
    ColumnProperties,
    CommitProperties,
    DeltaTable,
    Transaction,
    WriterProperties,
    write_deltalake,
)

from headwater.store.lake.place import LakePlace, told_if_unreachable

# Under this name a table remembers the position of the log up to which it was written.
WRITER = "headwater"
# So many commits after each other leave so many small files, which then become one.
COMPACT_AFTER = 30
# Whoever reads holds a list of files: what compaction replaced stays for so long.
KEPT_HOURS = 1


@dataclass(frozen=True, slots=True)
class LakeTable:
    """`looked_up` is the column that single rows are found by."""

    name: str
    place: LakePlace
    partition_by: str | None = None
    looked_up: str | None = None

    @property
    def exists(self) -> bool:
        with told_if_unreachable(self.place):
            return DeltaTable.is_deltatable(self.place.address, self.place.options)

    @property
    def delta(self) -> DeltaTable:
        """As it is now."""
        with told_if_unreachable(self.place):
            return DeltaTable(self.place.address, storage_options=self.place.options)

    def position(self) -> int:
        """Up to where in the log it was written; 0 for a table that is not there yet."""
        return (self.delta.transaction_version(WRITER) or 0) if self.exists else 0

    def write(self, rows: pa.Table, upto: int, by_position: str | None = None) -> int:
        """Append the rows of a batch that ends at this position; returns how many were written.

        With `by_position`, those rows are left out that were written before by a batch that ended earlier.
        """
        written = self.position()
        if upto <= written:
            return 0
        if by_position is not None and written:
            rows = rows.filter(pc.greater(rows[by_position], written))
        if not rows.num_rows:
            return 0
        self._prepare_folder()
        self.append(rows, upto)
        return int(rows.num_rows)

    def append(self, rows: pa.Table, upto: int) -> None:
        """As one commit, which remembers the position."""
        with told_if_unreachable(self.place):
            write_deltalake(
                self.place.address,
                rows,
                mode="append",
                partition_by=[self.partition_by] if self.partition_by else None,
                schema_mode="merge" if self.exists else None,
                writer_properties=self._properties(rows.schema),
                commit_properties=CommitProperties(app_transactions=[Transaction(WRITER, upto)]),
                storage_options=self.place.options,
            )

    def compact(self) -> bool:
        """Join small files, once there are many; returns whether it did."""
        if not self.exists:
            return False
        table = self.delta
        if table.version() % COMPACT_AFTER:
            return False
        with told_if_unreachable(self.place):
            table.optimize.compact(writer_properties=self._properties(pa.schema(table.schema().to_arrow())))
            table.vacuum(KEPT_HOURS, dry_run=False, enforce_retention_duration=False)
            table.create_checkpoint()
            table.cleanup_metadata()
        return True

    def files(self) -> list[str]:
        return self.delta.file_uris() if self.exists else []

    def beside(self, name: str) -> "LakeTable":
        """A table of the same kind next to this one."""
        address, _, _ = self.place.address.rpartition("/")
        return LakeTable(name, LakePlace(f"{address}/{name}"), self.partition_by, self.looked_up)

    def _properties(self, schema: pa.Schema) -> WriterProperties:
        # Delta keeps the least and greatest value of each file in its log, texts at their full length: with
        # those of a 50 MB event, opening the table would take gigabytes.
        columns = {
            field.name: ColumnProperties(statistics_enabled="CHUNK")
            for field in schema
            if pa.types.is_primitive(field.type)
        }
        if self.looked_up:
            filters = BloomFilterProperties(True, fpp=0.01)
            columns[self.looked_up] = ColumnProperties(
                statistics_enabled="CHUNK", bloom_filter_properties=filters
            )
        return WriterProperties(
            compression="ZSTD",
            default_column_properties=ColumnProperties(statistics_enabled="NONE"),
            column_properties=columns,
        )

    def _prepare_folder(self) -> None:
        """Earlier versions kept plain Parquet there; all of it can be had again from the log."""
        if self.place.is_remote:
            return
        if not self.exists:
            self.place.remove()
        self.place.folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def with_day(rows: pa.Table, nanoseconds: str) -> pa.Table:
    """With the day as a text, which Delta has as the name of a folder."""
    moment = pc.divide(rows[nanoseconds], 1000).cast(pa.timestamp("us"))
    return rows.append_column("day", moment.cast(pa.date32()).cast(pa.string()))
