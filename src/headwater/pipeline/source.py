"""The log as Spark sees it: a stream of events by position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import psycopg
import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceStreamReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxRows
from pyspark.sql.types import StructType

from headwater.log.reader import newest_position, position_after, read_range
from headwater.model.events import LogEntry
from headwater.pipeline.read import split

FORMAT = "headwater_log"
EVENT_SCHEMA = pa.schema(
    [
        *(("position", pa.int64()), ("event_id", pa.string()), ("at", pa.int64())),
        *(("kind", pa.string()), ("body", pa.string()), ("claimed", pa.int64())),
        ("set_aside", pa.string()),
    ]
)


@dataclass
class PositionRange(InputPartition):
    after: int
    upto: int


class LogSource(DataSource):
    """Options: `url`, `after` (where to begin) and `max_events` (in one batch)."""

    @classmethod
    def name(cls) -> str:
        return FORMAT

    def schema(self) -> StructType:
        return from_arrow_schema(EVENT_SCHEMA)

    def streamReader(self, schema: object) -> "LogStreamReader":  # noqa: N802 (Spark's name)
        return LogStreamReader(self.options)


class LogStreamReader(DataSourceStreamReader):
    def __init__(self, options: Mapping[str, str]) -> None:
        self._url = options["url"]
        self._after = int(options["after"])
        self._max_events = int(options["max_events"])
        # Opened when first needed: Spark pickles the reader for its tasks, and a connection can't be pickled.
        self._connection: psycopg.Connection | None = None

    def initialOffset(self) -> dict[str, int]:  # noqa: N802
        return {"position": self._after}

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802
        return ReadMaxRows(self._max_events)

    def latestOffset(self, start: dict[str, int], limit: ReadLimit) -> dict[str, int]:  # noqa: N802
        after = start["position"]
        if isinstance(limit, ReadAllAvailable):
            return {"position": max(after, newest_position(self._connected()))}
        return {"position": position_after(self._connected(), after, self._max_events)}

    def partitions(self, start: dict[str, int], end: dict[str, int]) -> Sequence[InputPartition]:
        return [PositionRange(*part) for part in split(start["position"], end["position"])]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        if not isinstance(partition, PositionRange):
            return  # what Spark passes for a range without partitions
        with psycopg.connect(self._url, autocommit=True) as connection:
            for entries in read_range(connection, partition.after, partition.upto):
                yield _to_arrow(entries)

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._url, autocommit=True)
        return self._connection


def _to_arrow(entries: Sequence[LogEntry]) -> pa.RecordBatch:
    # What was decided of an event later is no part of it, and not in the lake.
    columns = zip(*(entry[: len(EVENT_SCHEMA)] for entry in entries), strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, EVENT_SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=EVENT_SCHEMA)
