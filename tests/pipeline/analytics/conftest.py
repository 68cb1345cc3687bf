"""A small world in the store, and both jobs over it, in Spark or in place."""

from typing import Any

import psycopg
import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.analytics import classify, ranking
from headwater.store.analytics import State
from headwater.store.snapshots import Snapshot, loaded, steady
from tests.world import World


class Lab:
    """Runs the jobs as the desk does, and shows what they left."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection, self.world = connection, World(connection)
        self._snapshot: Snapshot | None = None

    def label(self, column: int, classification: str | None = None, pii: bool | None = None) -> None:
        self.connection.execute(
            """
            insert into column_labels (column_id, classification, pii) values (%s, %s, %s)
            on conflict (column_id) do update
            set classification = excluded.classification, pii = excluded.pii
            """,
            [column, classification, pii],
        )

    def classify(self, spark: SparkSession | None = None, *, whole: bool = False) -> State:
        return self._run(classify.ask, classify.classify, spark, whole)

    def rank(self, spark: SparkSession | None = None, *, whole: bool = False) -> State:
        return self._run(ranking.ask, ranking.rank, spark, whole)

    def _run(self, ask: Any, do: Any, spark: SparkSession | None, whole: bool) -> State:
        with steady(self.connection):
            self._snapshot = loaded(self.connection, self._snapshot)
            question = ask(self.connection, self._snapshot, whole=whole)
        state: State = do(spark, self.connection, question)
        return state

    def rows(self, table: str, columns: str = "*") -> list[tuple[Any, ...]]:
        return self.connection.execute(f"select {columns} from {table} order by 1").fetchall()


@pytest.fixture
def lab(connection: psycopg.Connection[Any]) -> Lab:
    return Lab(connection)
