"""The app over a world in the store, asked through a test client."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from tests.apps import applications
from tests.world import World


@pytest.fixture
def world(connection: psycopg.Connection[Any]) -> World:
    return World(connection)


@pytest.fixture
def client(database_url: str, world: World) -> Iterator[Callable[[], TestClient]]:
    with applications(database_url) as start:
        yield start
