"""A small graph in the store, and both batch jobs over it, with Spark or without."""

from functools import partial
from typing import Any

import psycopg
from pyspark.sql import SparkSession

from headwater.store.analytics import JobRun
from headwater.store.snapshots import Snapshot, loaded, repeatable_read
from headwater.worker.handlers.classify import read_inputs as read_class_inputs
from headwater.worker.handlers.classify import write_classes
from headwater.worker.handlers.reach import read_inputs as read_reach_inputs
from headwater.worker.handlers.reach import write_counts
from headwater.worker.resources import CountedFlow
from tests.world import World


class StoredGraph:
    """Runs the jobs as the worker does, and shows what they wrote."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection, self.world = connection, World(connection)
        self._snapshot: Snapshot | None = None
        self.counted = CountedFlow()

    def label(self, column: int, classification: str | None = None, pii: bool | None = None) -> None:
        self.connection.execute(
            """
            insert into column_labels (column_id, classification, pii) values (%s, %s, %s)
            on conflict (column_id) do update
            set classification = excluded.classification, pii = excluded.pii
            """,
            [column, classification, pii],
        )

    def classify(self, spark: SparkSession | None = None, *, whole: bool = False) -> JobRun:
        return self._run(read_class_inputs, write_classes, spark, whole)

    def count_reach(self, spark: SparkSession | None = None, *, whole: bool = False) -> JobRun:
        read = partial(read_reach_inputs, counted=self.counted)
        return self._run(read, write_counts, spark, whole)

    def _run(self, read: Any, write: Any, spark: SparkSession | None, whole: bool) -> JobRun:
        with repeatable_read(self.connection):
            self._snapshot = loaded(self.connection, self._snapshot)
            inputs = read(self.connection, self._snapshot, whole=whole)
        done: JobRun = write(spark, self.connection, inputs)
        return done

    def rows(self, table: str, columns: str = "*") -> list[tuple[Any, ...]]:
        return self.connection.execute(f"select {columns} from {table} order by 1").fetchall()
