"""The log as Spark sees it: a stream by position, or the events of one range."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import psycopg
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.datasource import DataSource, DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxRows

from headwater.log.reader import newest_position, position_after, read_range
from headwater.pipeline.parse import EVENTS

FORMAT = "headwater_log"
# Below this a second task costs more than it brings.
EVENTS_PER_PARTITION = 500
MAX_PARTITIONS = 2


@dataclass
class Range(InputPartition):
    after: int
    upto: int


class LogSource(DataSource):
    """Options: `url`, `after` (where to begin) and `max_events` (in one batch)."""

    @classmethod
    def name(cls) -> str:
        return FORMAT

    def schema(self) -> str:
        return EVENTS

    def streamReader(self, schema: object) -> "LogStreamReader":  # noqa: N802 (Spark's name)
        return LogStreamReader(self.options)


class LogStreamReader(DataSourceStreamReader):
    def __init__(self, options: Mapping[str, str]) -> None:
        self._url = options["url"]
        self._after = int(options["after"])
        self._max_events = int(options["max_events"])
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
        return split(start["position"], end["position"])

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        return read(self._url, partition)

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._url, autocommit=True)
        return self._connection


def events_between(spark: SparkSession, url: str, after: int, upto: int) -> DataFrame:
    """The events of one range. Not through the data source: planning one starts two Python processes."""
    ranges = [(part.after, part.upto) for part in split(after, upto)]

    def read_all(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                yield from read(url, Range(row["after"], row["upto"]))

    return spark.createDataFrame(ranges, "after long, upto long").mapInArrow(read_all, EVENTS)


def split(after: int, upto: int) -> list[Range]:
    """Ranges of about equal length that cover the positions after `after` up to `upto`.

    >>> split(0, 1000)
    [Range(after=0, upto=500), Range(after=500, upto=1000)]
    """
    count = min(MAX_PARTITIONS, -(-(upto - after) // EVENTS_PER_PARTITION))
    bounds = [after + (upto - after) * part // count for part in range(count + 1)] if count else []
    return [Range(low, high) for low, high in pairwise(bounds)]


def read(url: str, partition: InputPartition) -> Iterator[pa.RecordBatch]:
    if not isinstance(partition, Range):
        return  # what Spark passes for a range without partitions
    with psycopg.connect(url, autocommit=True) as connection:
        yield from read_range(connection, partition.after, partition.upto)
