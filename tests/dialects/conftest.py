"""One running API for all tests of dialects: each test sends events that no other sends."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest

from tests.databases import TEMPLATE, database_of
from tests.running import RunningApi, running_api


@pytest.fixture(scope="session")
def shared_database(postgres_url: str) -> str:
    name = f"dialects_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"create database {name} template {TEMPLATE}")
    return database_of(postgres_url, name)


@pytest.fixture(scope="session")
def api(shared_database: str) -> Iterator[RunningApi]:
    with running_api(shared_database, visible_wait_seconds=0.1) as running:
        yield running
