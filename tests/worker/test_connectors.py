"""Connectors on a schedule: due by their interval, never two at once, and a bad file changes nothing."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import psycopg
import pyarrow as pa
import pytest
from psycopg import Connection

from headwater.connectors import query_log, warehouse
from headwater.connectors.query_log.fold import FoldTask
from headwater.connectors.settings_file import ScheduledConnector
from headwater.settings import Settings
from headwater.worker.connectors import LOOK_SECONDS, ConnectorSchedule, _folding, build_schedule
from tests.running import running_api

FILE = """
connectors:
  - name: shop
    kind: dbt
    every: 15m
    target: shop/target
"""


class World:
    """A clock that stands still, and a source that answers when it is let."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "connectors.yaml"
        self.file.write_text(FILE)
        self.now = datetime(2026, 4, 20, tzinfo=UTC)
        self.seconds = 0.0
        self.ran: list[str] = []
        self.answers = Event()
        self.answers.set()
        self.schedule = ConnectorSchedule(self.file, self._run, lambda: self.now, lambda: self.seconds)

    def _run(self, one: ScheduledConnector) -> None:
        self.answers.wait(30)
        self.ran.append(one.name)

    def pass_time(self, **time: float) -> None:
        passed = timedelta(**time)
        self.now += passed
        self.seconds += passed.total_seconds()

    def turn(self, connection: Connection, wait: bool = True) -> None:
        self.schedule.start_due(connection)
        if wait and self.schedule._thread is not None:
            self.schedule._thread.join(30)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.answers.set()


def test_a_connector_runs_at_the_start_and_then_by_its_interval(world: World, connection: Connection) -> None:
    world.turn(connection)
    assert world.ran == ["shop"]
    world.pass_time(minutes=14)
    world.turn(connection)
    assert world.ran == ["shop"]
    world.pass_time(minutes=1)
    world.turn(connection)
    assert world.ran == ["shop", "shop"]


def test_a_source_that_does_not_answer_holds_up_nothing(world: World, connection: Connection) -> None:
    world.answers.clear()
    world.turn(connection, wait=False)
    world.pass_time(hours=1)
    world.turn(connection, wait=False)
    assert world.schedule.running
    assert world.ran == []


def test_a_run_of_another_process_counts(world: World, connection: Connection) -> None:
    connection.execute(
        "insert into connectors values ('shop', 'dbt', '', 'succeeded', '{}', %(at)s, %(at)s, %(at)s,"
        " 0, 0, 0, 0, '[]', null)",
        {"at": world.now - timedelta(minutes=1)},
    )
    world.turn(connection)
    assert world.ran == []


def test_a_file_that_can_not_be_used_leaves_the_connectors_as_they_were(
    world: World, connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    world.turn(connection)
    world.file.write_text("connectors: [{name: shop, kind: dbtt, every: 15m}]")
    world.schedule._changed_at = None
    world.pass_time(minutes=15)
    world.turn(connection)
    assert world.ran == ["shop", "shop"]
    assert "connectors[0].kind: `dbtt` is none of dashboards, dbt" in caplog.text


def test_the_file_is_looked_at_now_and_then(world: World, connection: Connection) -> None:
    world.file.unlink()
    world.turn(connection)
    world.file.write_text(FILE)
    world.turn(connection)
    assert world.ran == []
    world.pass_time(seconds=LOOK_SECONDS)
    world.turn(connection)
    assert world.ran == ["shop"]


def test_large_query_logs_are_folded_on_the_session_of_the_worker() -> None:
    def fold(task: FoldTask) -> pa.Table:
        raise AssertionError("nothing is read here")

    logs = query_log.connector(query_log.QueryLogOptions(["log.jsonl"]))
    others = warehouse.connector(warehouse.WarehouseOptions(duckdb="shop.duckdb"))
    assert _folding(logs, fold) == logs.folding_with(fold)
    assert _folding(others, fold) is others
    assert _folding(logs, None) is logs


def test_what_is_due_is_read_through_the_running_server(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"sql": "select 1", "time": "2026-04-20T01:00:00Z"}')
    file = tmp_path / "connectors.yaml"
    file.write_text("connectors: [{name: log, kind: query_log, every: 1h, files: [log.jsonl]}]")
    with running_api(database_url) as api, psycopg.connect(database_url, autocommit=True) as connection:
        settings = Settings(connectors_file=file, port=api.port)
        schedule = build_schedule(settings, lambda: datetime.now(UTC))
        schedule.start_due(connection)
        assert schedule._thread is not None
        schedule._thread.join(30)
        found = connection.execute("select status, sent from connectors where name = 'log'").fetchall()
    assert found == [("succeeded", 1)]
