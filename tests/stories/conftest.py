"""Worlds that the tests of a story share: they only read them."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from pyspark.sql import SparkSession

from tests.conftest import databases
from tests.pipeline.conftest import World
from tests.running import RunningApi, running_api
from tests.stories import company


@pytest.fixture(scope="session")
def shared_world(spark: SparkSession, postgres_url: str) -> Iterator[Callable[[], World]]:
    worlds: list[World] = []
    with databases(postgres_url) as new_database:

        def make() -> World:
            worlds.append(World(spark, new_database()))
            return worlds[-1]

        yield make
        for world in worlds:
            world.connection.close()


@pytest.fixture(scope="session")
def company_api(shared_world: Callable[[], World]) -> Iterator[RunningApi]:
    """The whole company, taken in by the real API and read by the real pipeline."""
    world = shared_world()
    with running_api(world.url) as running:
        reply = running.client.post("/api/v1/assets/import", json=company.catalog())
        assert reply.status_code == 200, reply.text
        for event in company.runs():
            assert running.send(msgspec.json.encode(event)).status_code == 201
        world.digest()
        yield running
