"""Servers to ask: a real one over a small world, and one with answers made beforehand."""

from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.client.canned import Canned, canned_server
from tests.running import RunningApi, running_api
from tests.world import World


@pytest.fixture
def canned() -> Iterator[Canned]:
    with canned_server() as server:
        yield server


@pytest.fixture
def api(new_database: Callable[[], str]) -> Iterator[RunningApi]:
    """The real API over `world`."""
    url = new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        small_world(World(connection))
    with running_api(url, visible_wait_seconds=0.1) as running:
        yield running


def small_world(world: World) -> None:
    """orders → etl → daily → report → board."""
    orders, daily, board = world.dataset("orders"), world.dataset("daily"), world.dataset("board")
    etl, report = world.job("etl"), world.job("report")
    world.reads(orders, etl)
    world.writes(etl, daily)
    world.reads(daily, report)
    world.writes(report, board)
    # The log is empty, and the graph shows it up to there.
    world.publish(etl, report, position=0)
