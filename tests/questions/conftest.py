"""A world to put nodes, edges and runs into."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from headwater.api.services import Services, build_services
from tests.world import World


@pytest.fixture
def world(connection: psycopg.Connection[Any]) -> World:
    return World(connection)


@pytest.fixture
def services(database_url: str) -> Iterator[Callable[[], Services]]:
    """Services over the world as it stands when asked for."""
    opened = build_services(database_url, pool_size=2)

    def start() -> Services:
        opened.start()
        return opened

    yield start
    opened.stop()
