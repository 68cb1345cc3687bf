"""A running API over a database of the test's own, and clients of it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.running import RunningApi, running_api


@pytest.fixture
def start_api(new_database: Callable[[], str]) -> Iterator[Callable[[], RunningApi]]:
    """Starts as many as a test asks for, each over a database of its own."""
    with ExitStack() as running:
        yield lambda: running.enter_context(running_api(new_database(), visible_wait_seconds=0.1))


@pytest.fixture
def api(start_api: Callable[[], RunningApi]) -> RunningApi:
    return start_api()
