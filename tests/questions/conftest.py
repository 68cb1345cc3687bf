"""A world to put nodes, edges and runs into, and the app over it."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.api.process import Process, build_process
from tests.apps import applications
from tests.world import World


@pytest.fixture
def world(connection: psycopg.Connection[Any]) -> World:
    return World(connection)


@pytest.fixture
def process(database_url: str) -> Iterator[Callable[[], Process]]:
    """A process over the world as it stands when asked for."""
    opened = build_process(database_url, pool_size=2)

    def start() -> Process:
        opened.start()
        return opened

    yield start
    opened.stop()


@pytest.fixture
def client(database_url: str, world: World) -> Iterator[Callable[[], TestClient]]:
    with applications(database_url) as start:
        yield start
