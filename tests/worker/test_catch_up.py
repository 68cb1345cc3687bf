"""While Spark starts, events become visible without it, as the same rows; a lost connection is replaced."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from headwater.dialects.openlineage.translate import to_domain
from headwater.log.postgres import INSERT, _columns
from headwater.settings import Settings
from headwater.worker.catch_up import CatchUp
from tests.builders import dataset, run_event, schema

Connection = psycopg.Connection[Any]


@pytest.fixture
def catch_up(database_url: str, tmp_path: Path) -> Iterator[CatchUp]:
    running = CatchUp(Settings(home=tmp_path, poll_milliseconds=10), database_url)
    running.start()
    yield running
    running.stop()


def send(connection: Connection, *events: dict[str, Any]) -> None:
    connection.execute(INSERT, _columns([to_domain(json.dumps(event).encode()) for event in events]))


def wait_for(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not ready():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def runs(connection: Connection) -> int:
    (row,) = connection.execute("select count(*) from runs").fetchall()
    return int(row[0])


def a_run(number: int) -> dict[str, Any]:
    sql = {"sql": {"query": "insert into orders select id from raw"}}
    outputs = (dataset("orders", schema=schema("id int")),)
    inputs = (dataset("raw", schema=schema("id int")),)
    return run_event(f"r{number}", "COMPLETE", number, inputs=inputs, outputs=outputs, job_facets=sql)


def test_what_waits_and_what_comes_is_published_with_its_sql_read(
    catch_up: CatchUp, connection: Connection
) -> None:
    send(connection, *[a_run(number) for number in range(600)])
    wait_for(lambda: runs(connection) == 600)
    send(connection, a_run(600))
    wait_for(lambda: runs(connection) == 601)
    edges = connection.execute("select count(*) from edges where origin = 'sql'").fetchall()
    assert edges != [(0,)]
    assert connection.execute("select events from pipeline_state").fetchall() == [(601,)]


def test_it_says_that_it_is_alive(catch_up: CatchUp, connection: Connection) -> None:
    wait_for(lambda: connection.execute("select seen_at from worker_state").fetchone() != (None,))


def test_a_killed_connection_is_replaced(catch_up: CatchUp, connection: Connection) -> None:
    send(connection, a_run(1))
    wait_for(lambda: runs(connection) == 1)
    connection.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where datname = current_database() and pid <> pg_backend_pid()"
    )
    send(connection, a_run(2))
    wait_for(lambda: runs(connection) == 2)


def test_once_stopped_it_publishes_nothing_until_it_is_started_again(
    catch_up: CatchUp, connection: Connection
) -> None:
    catch_up.stop()
    send(connection, a_run(1))
    before = connection.execute("select position from pipeline_state").fetchall()
    catch_up.start()
    catch_up.start()
    wait_for(lambda: runs(connection) == 1)
    assert connection.execute("select position from pipeline_state").fetchall() > before
