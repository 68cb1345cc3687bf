"""What all tests share: a real PostgreSQL, databases of one's own, and one Spark session."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

import hypothesis
import psycopg
import pytest
from psycopg import Connection

from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate
from tests.databases import TEMPLATE, UNSAFE_AND_FAST, Databases, borrowed, database_of

# How long an example takes says how busy the machine is, not whether the code is right.
# In CI Hypothesis brings a profile of its own, which has no deadline either and always the same examples.
hypothesis.settings.register_profile("unhurried", deadline=None)
if "CI" not in os.environ:
    hypothesis.settings.load_profile("unhurried")
# What `make test-fast` tries of each property; `make test` tries Hypothesis's 100, or what a test asks for.
hypothesis.settings.register_profile("fast", max_examples=20, deadline=None)

# Needs a package that has an environment of its own; see its docstring.
collect_ignore_glob = ["cases/*/generate*.py", "cases/openmetadata/words.py"]

# A developer's own settings must not decide what a test sees.
Settings.model_config["env_file"] = None

# The groups that start first: each takes a worker for a good while, and both need a JVM.
FIRST = ("spark", "server")
# What a test needs follows from its fixtures: one that nobody marked would start a second JVM beside it.
NEEDED = {"spark": pytest.mark.spark, "postgres_url": pytest.mark.database, "node": pytest.mark.process}


# Before xdist reads the groups, or every test goes to whichever worker is free, and both start everything.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """For xdist: one worker has the Spark session, one the running system; other files are shared out."""
    for item in items:
        for fixture, mark in NEEDED.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
        item.add_marker(pytest.mark.xdist_group(_group(item)))
    items.sort(key=lambda item: _group(item) not in FIRST)


def _group(item: pytest.Item) -> str:
    return next((name for name in FIRST if item.get_closest_marker(name)), str(item.path))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The server's own database; a template beside it is migrated once."""
    # A socket's path has a length limit that pytest's own temporary folders can pass.
    home = Path(mkdtemp(prefix="hw"))
    server = EmbeddedPostgres(home)
    url = server.start()
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in UNSAFE_AND_FAST:
            connection.execute(f"alter system set {setting}")
        connection.execute("select pg_reload_conf()")
        connection.execute("alter system set max_connections = 200")
        connection.execute(f"create database {TEMPLATE}")
    # More connections than a laptop's default: many servers run beside each other in a session of tests.
    server.stop()
    url = server.start()
    migrate(database_of(url, TEMPLATE))
    yield url
    server.stop()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def databases(postgres_url: str) -> Iterator[Databases]:
    pool = Databases(postgres_url)
    yield pool
    pool.close()


@pytest.fixture
def new_database(databases: Databases) -> Iterator[Callable[[], str]]:
    """Makes as many databases as a test asks for."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(borrowed(databases))


@pytest.fixture
def database_url(new_database: Callable[[], str]) -> str:
    """A database of this test's own."""
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
