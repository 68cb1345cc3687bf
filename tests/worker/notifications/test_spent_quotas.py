"""The owners of a team are told once a day that it has sent its quota."""

from pathlib import Path
from typing import Any

import psycopg

from headwater.worker.notifications import spent_quotas
from headwater.worker.notifications.routing_file import RoutingFile
from tests.worker.notifications.receiver import receiving
from tests.worker.notifications.test_notifier import NOW, Office


def test_owners_are_told_once(connection: psycopg.Connection[Any], tmp_path: Path) -> None:
    with receiving() as receiver:
        office = Office(connection, tmp_path, receiver)
        connection.execute(
            "insert into team (name, display_name, owners, created_at) values ('sales', 'S', '{dana}', now())"
        )
        connection.execute(
            "insert into team_days (team, day, events, marked) values ('sales', %s, 100500, 500)",
            [office.now.date()],
        )
        assert [office.notifier.run_once(connection) for _ in range(2)] == [1, 0]
        [(_, message, _)] = receiver.taken
        assert message["owners"] == ["dana"]
        assert message["title"].startswith("100,500 of 100,000 events on 2026-04-20; those beyond it")


def test_a_team_within_its_quota_is_no_news(connection: psycopg.Connection[Any]) -> None:
    connection.execute("insert into team (name, display_name, created_at) values ('sales', 'S', now())")
    connection.execute("insert into team_days (team, day, events) values ('sales', %s, 5)", [NOW.date()])
    assert spent_quotas.fill(connection, RoutingFile(), NOW) == 0
    connection.execute("update team_days set marked = 1")
    assert spent_quotas.fill(connection, RoutingFile(), NOW) == 0
    assert connection.execute("select notified_at from team_days").fetchall() == [(NOW,)]
