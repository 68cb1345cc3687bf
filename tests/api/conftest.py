"""The app over a world in the store, asked through a test client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.api.app import create_app
from headwater.api.process import build_process
from tests.world import World, day


@pytest.fixture
def world(connection: psycopg.Connection[Any]) -> World:
    return World(connection)


@pytest.fixture
def client(database_url: str, world: World) -> Iterator[Callable[[], TestClient]]:
    """Starts the app on the world as it stands when called; each call starts one of its own."""
    with ExitStack() as running:

        def start() -> TestClient:
            process = build_process(
                database_url, visible_wait_seconds=0.2, pool_size=2, clock=lambda: day(20, hour=4)
            )
            return running.enter_context(TestClient(create_app(process), raise_server_exceptions=False))

        yield start
