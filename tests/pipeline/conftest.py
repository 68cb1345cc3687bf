"""A whole pipeline in a test: events in, batches through Spark, rows out."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
import pytest
from psycopg import Connection
from pyspark.sql import SparkSession

from headwater.log.postgres import INSERT, _columns
from headwater.log.reader import newest_position
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.pipeline.rebuild import rebuild
from headwater.pipeline.sql_lineage import SparkAnalyst
from headwater.store.publish import Publisher
from tests.builders import to_log


class World:
    """A database with a log and a pipeline; `send` appends, `digest` processes what was appended."""

    def __init__(self, spark: SparkSession, url: str, window: int = 10) -> None:
        self.url = url
        self.pipeline = LogPipeline(
            Publisher(window, SparkAnalyst(spark)), connect(url), RangeReader(spark, url)
        )
        self._done = 0

    @property
    def connection(self) -> Connection:
        return self.pipeline.connection

    def send(self, *events: dict[str, Any]) -> None:
        taken = [to_log(event) for event in events]
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(INSERT, _columns(taken))

    @property
    def read_upto(self) -> int:
        return self._done

    def digest(self) -> None:
        """One micro-batch of everything new."""
        upto = newest_position(self.connection)
        self.process(self._done, upto)
        self._done = upto

    def process(self, after: int, upto: int) -> None:
        self.pipeline.process(after, upto)

    def take(self, *batches: Sequence[dict[str, Any]]) -> "World":
        """Each argument is one micro-batch."""
        for batch in batches:
            self.send(*batch)
            self.digest()
        return self

    def rebuild(self, step: int = 1000) -> None:
        rebuild(self.pipeline, step, lambda done, total: None)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.connection.execute(query, values).fetchall()


@pytest.fixture
def new_world(spark: SparkSession, new_database: Callable[[], str]) -> Iterator[Callable[..., World]]:
    worlds: list[World] = []

    def make(window: int = 10) -> World:
        worlds.append(World(spark, new_database(), window))
        return worlds[-1]

    yield make
    for world in worlds:
        world.connection.close()


@pytest.fixture
def world(new_world: Callable[..., World]) -> World:
    return new_world()
