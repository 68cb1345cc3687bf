"""What all tests share: a real PostgreSQL, databases of one's own, and one Spark session."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import psycopg
import pytest
from psycopg import Connection

from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate

TEMPLATE = "headwater_template"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The server's own database; a template beside it is migrated once."""
    # A socket's path has a length limit that pytest's own temporary folders can pass.
    home = Path(mkdtemp(prefix="hw"))
    server = EmbeddedPostgres(home)
    url = server.start()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"create database {TEMPLATE}")
    migrate(database_of(url, TEMPLATE))
    yield url
    server.stop()
    shutil.rmtree(home, ignore_errors=True)


@contextmanager
def databases(postgres_url: str) -> Iterator[Callable[[], str]]:
    """Makes as many fresh, migrated databases as are asked for, and drops them in the end."""
    names: list[str] = []
    with psycopg.connect(postgres_url, autocommit=True) as connection:

        def make() -> str:
            names.append(f"test_{uuid4().hex}")
            connection.execute(f"create database {names[-1]} template {TEMPLATE}")
            return database_of(postgres_url, names[-1])

        yield make
        for name in names:
            connection.execute(f"drop database {name} with (force)")


@pytest.fixture
def new_database(postgres_url: str) -> Iterator[Callable[[], str]]:
    with databases(postgres_url) as make:
        yield make


@pytest.fixture
def database_url(new_database: Callable[[], str]) -> str:
    """A database of this test's own, dropped after it."""
    return new_database()


@pytest.fixture
def connection(database_url: str) -> Iterator[Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """One session for all tests: starting one costs more than most tests."""
    from headwater.pipeline.session import start_session

    session = start_session(Settings(home=tmp_path_factory.mktemp("spark")), "headwater-tests")
    yield session
    session.stop()


def database_of(url: str, name: str) -> str:
    """The same server's URL with another database."""
    address, question, options = url.partition("?")
    return f"{address.rpartition('/')[0]}/{name}{question}{options}"
