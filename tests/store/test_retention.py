"""What teams keep no longer is removed in small steps; what is served stays, and what is gone is named."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient
from psycopg.types.json import Jsonb

from headwater.pipeline.telemetry import rebuild_telemetry
from headwater.store import retention
from tests.apps import applications
from tests.builders import run_event
from tests.published import publish
from tests.world import World, day

Connection = psycopg.Connection[Any]
NOW = day(20, hour=4)


def team(connection: Connection, name: str = "sales", **kept: int) -> None:
    connection.execute(
        "insert into team (name, display_name, patterns, storage_retention_days, retention_days, created_at)"
        " values (%s, %s, %s, 30, %s::jsonb, now())",
        [name, name, [f"{name}-*"], Jsonb(kept)],
    )


def event(namespace: str, run: str | None = None, **more: Any) -> dict[str, Any]:
    sent = run_event(run or uuid4().hex, "COMPLETE", "09:30", inputs=("raw",), outputs=("daily",))
    return sent | {"job": {"namespace": namespace, "name": "load"}} | more


def received(connection: Connection, at: datetime, *events: dict[str, Any]) -> None:
    publish(connection, events)
    connection.execute("update events set received_at = %s where received_at > %s", [at, NOW])


def applied(connection: Connection, steps: int = 50, rows: int = 2) -> dict[str, int]:
    done = {
        (cut.team, cut.kind): retention.apply(connection, cut, NOW, steps, rows)
        for cut in retention.cuts(connection, NOW, 30)
    }
    return {f"{name}/{kind}": number for (name, kind), number in done.items() if number}


def answers(api: TestClient) -> list[Any]:
    asked = ("/api/v1/datasets", "/api/v1/jobs", "/api/v1/runs", "/api/v1/graph/upstream?asset=daily")
    return [api.get(path).json() for path in asked]


def test_old_events_go_and_answers_stay(connection: Connection, database_url: str) -> None:
    team(connection)
    received(connection, NOW - timedelta(days=31), *(event("sales-air") for _ in range(5)), event("other"))
    received(connection, NOW - timedelta(days=29), event("sales-air"))
    with applications(database_url) as start:
        before = answers(start())
        assert applied(connection) == {"sales/events": 5}
        assert answers(start()) == before
    assert connection.execute("select count(*) from events").fetchall() == [(2,)]
    [gone] = retention.removed(connection)
    assert (gone.team, gone.kind, gone.removed, gone.before) == (
        "sales",
        "events",
        5,
        NOW - timedelta(days=30),
    )
    assert retention.unknown_after_rebuild(connection) == [
        "5 events of the team sales from before 2026-03-21 04:00 UTC"
    ]
    assert applied(connection) == {}


def test_it_goes_in_steps_that_can_be_stopped_and_taken_up_again(connection: Connection) -> None:
    team(connection)
    received(connection, NOW - timedelta(days=31), *(event("sales-air") for _ in range(5)))
    assert applied(connection, steps=1) == {"sales/events": 2}
    assert applied(connection, steps=9) == {"sales/events": 3}


def test_a_team_named_with_the_event_decides(connection: Connection) -> None:
    team(connection)
    team(connection, "ops", events=60)
    old = NOW - timedelta(days=45)
    facets = {"headwater_team": {"team": "ops"}}
    received(connection, old, event("sales-air"), event("sales-air", job=_named("sales-air", facets)))
    assert applied(connection) == {"sales/events": 1}


def _named(namespace: str, facets: dict[str, Any]) -> dict[str, Any]:
    return {"namespace": namespace, "name": "load", "facets": facets}


def test_what_is_declared_or_waits_in_quarantine_or_is_not_yet_visible_stays(connection: Connection) -> None:
    team(connection)
    old = NOW - timedelta(days=100)
    declared = {
        "eventTime": "2026-01-01T00:00:00Z",
        "producer": "x",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent",
        "job": {"namespace": "sales-air", "name": "load"},
    }
    received(connection, old, declared, event("sales-air", run="aside"))
    connection.execute(
        "insert into quarantine (event_id, part, position, at, reason)"
        " select event_id, 'x', position, event_time, 'odd' from events where kind = 'run'"
    )
    assert applied(connection) == {}
    connection.execute("delete from quarantine")
    connection.execute("update pipeline_state set position = 0")
    assert applied(connection) == {}


def test_runs_lose_their_facets_only_where_a_team_says_so(connection: Connection) -> None:
    world = World(connection)
    job, orders = world.job("load", namespace="sales-air"), world.dataset("orders")
    old = world.run(job, NOW - timedelta(days=10))
    world.run_facet(old, "errorMessage", {"message": "no"})
    world.io_facet(old, orders, "output", "outputStatistics", {"rowCount": 1})
    new = world.run(job, NOW - timedelta(days=1))
    world.run_facet(new, "errorMessage", {"message": "no"})
    team(connection)
    assert applied(connection) == {}
    connection.execute("""update team set retention_days = '{"runs": 7}'""")
    assert applied(connection) == {"sales/runs": 1}
    assert connection.execute("select run_id from run_facets").fetchall() == [(new,)]
    assert connection.execute("select count(*) from runs").fetchall() == [(2,)]


def test_uses_of_queries_go_and_their_counts_stay(connection: Connection) -> None:
    world = World(connection)
    world.job("load", namespace="sales-air")
    world.query("select 1", users={"dana": 3}, at=NOW - timedelta(days=10))
    connection.execute("update query_uses set job = 'sales-air/load'")
    team(connection, queries=7)
    assert applied(connection) == {"sales/queries": 1}
    assert connection.execute("select sum(runs)::int from query_days").fetchall() == [(3,)]


@pytest.mark.parametrize("kind", retention.KINDS)
def test_every_kind_can_be_kept_for_a_time_of_its_own(connection: Connection, kind: Any) -> None:
    team(connection, "sales", **{kind: 1})
    assert {cut.kind: (NOW - cut.before).days for cut in retention.cuts(connection, NOW, 30)}[kind] == 1
    assert applied(connection) == {}


def requested(connection: Connection, days_ago: int, *teams: str) -> None:
    connection.execute(
        "insert into telemetry_log (event_id, kind, encoding, received_at, body, teams)"
        " values (%s, 'traces', 'protobuf', %s, '', %s)",
        [uuid4(), NOW - timedelta(days=days_ago), list(teams)],
    )


def test_requests_of_telemetry_go_by_their_team_or_by_the_server(
    connection: Connection,
) -> None:
    team(connection, events=10)
    for days_ago, teams in ((11, ["sales"]), (9, ["sales"]), (11, ["sales", "default"]), (31, ["default"])):
        requested(connection, days_ago, *teams)
    assert applied(connection) == {}, "they are neither served nor in the lake"
    connection.execute("update telemetry_state set position = 4, lake = 4")
    assert applied(connection) == {"None/telemetry": 1, "sales/telemetry": 1}
    assert connection.execute("select position from telemetry_log order by 1").fetchall() == [(2,), (3,)]
    assert retention.unknown_after_rebuild(connection)[0].startswith("1 requests of telemetry of the team")


def test_telemetry_is_not_made_anew_from_a_log_that_has_lost_some_of_it(connection: Connection) -> None:
    team(connection, events=10)
    requested(connection, 11, "sales")
    connection.execute("update telemetry_state set position = 1, lake = 1, spans = 7")
    applied(connection)

    def read(after: int, upto: int) -> Any:
        raise AssertionError("nothing is to be read")

    assert rebuild_telemetry(connection, read, days=7) is None
    assert connection.execute("select spans from telemetry_state").fetchall() == [(7,)]
