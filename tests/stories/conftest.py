"""A world that the tests of one story share: they only read it."""

from collections.abc import Callable, Iterator

import pytest
from pyspark.sql import SparkSession

from tests.conftest import databases
from tests.pipeline.conftest import World


@pytest.fixture(scope="module")
def module_world(spark: SparkSession, postgres_url: str) -> Iterator[Callable[[], World]]:
    worlds: list[World] = []
    with databases(postgres_url) as new_database:

        def make() -> World:
            worlds.append(World(spark, new_database()))
            return worlds[-1]

        yield make
        for world in worlds:
            world.connection.close()
