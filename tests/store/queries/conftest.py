"""One database for all tests of a file; what each puts into it is undone after it."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.world import World, rolled_back, shared_database


@pytest.fixture(scope="module")
def shared_url(postgres_url: str) -> Iterator[str]:
    with shared_database(postgres_url) as url:
        yield url


@pytest.fixture
def connection(shared_url: str) -> Iterator[psycopg.Connection[Any]]:
    with rolled_back(shared_url) as connection:
        yield connection


@pytest.fixture
def world(connection: psycopg.Connection[Any]) -> World:
    return World(connection)
