"""The log as Spark sees it: a stream of positions.

It says how far the log has come, on the driver's machine. What lies between two positions is read by
`read.py`, in place or in tasks; the frames of this stream themselves are never read.
"""

from collections.abc import Iterator, Mapping, Sequence

import psycopg
import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxRows

from headwater.log.reader import newest_position, position_after

FORMAT = "headwater_log"


class LogSource(DataSource):
    """Options: `url`, `after` (where to begin) and `max_events` (in one batch)."""

    @classmethod
    def name(cls) -> str:
        return FORMAT

    def schema(self) -> str:
        return "position bigint"

    def streamReader(self, schema: object) -> "LogStreamReader":  # noqa: N802 (Spark's name)
        return LogStreamReader(self.options)


class LogStreamReader(DataSourceStreamReader):
    def __init__(self, options: Mapping[str, str]) -> None:
        self._url = options["url"]
        self._after = int(options["after"])
        self._max_events = int(options["max_events"])
        # Opened when first needed: Spark pickles the reader, and a connection can't be pickled.
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
        return []

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        return iter(())

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._url, autocommit=True)
        return self._connection
