"""Worlds that the tests of a story share: they only read them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import msgspec
import pytest
from pyspark.sql import SparkSession

from tests.databases import Databases, borrowed
from tests.pipeline.conftest import World
from tests.running import RunningApi, running_api
from tests.stories import company


@pytest.fixture(scope="session")
def shared_world(spark: SparkSession, databases: Databases) -> Iterator[Callable[[], World]]:
    worlds: list[World] = []
    with ExitStack() as stack:

        def make() -> World:
            worlds.append(World(spark, stack.enter_context(borrowed(databases))))
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
        running.wait_until_visible()
        yield running
