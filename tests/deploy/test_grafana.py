"""The dashboards of `deploy/grafana`: every statement runs against the real schema, and finds rows in it.

Grafana itself can't be had here: its variables and macros are put in as it does, and the files are checked.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import yaml

from tests.world import World, rolled_back, shared_database

FOLDER = Path(__file__).parents[2] / "deploy/grafana"
BOARDS = {path.stem: json.loads(path.read_text()) for path in sorted((FOLDER / "dashboards").glob("*.json"))}
NOW = datetime.now(UTC)
VALUES = {
    "${team:sqlstring}": "'sales', 'default'",
    "${service:sqlstring}": "'loader'",
    "${job:sqlstring}": "'sales/load'",
    "$__timeFrom()": f"'{(NOW - timedelta(days=1)).isoformat()}'::timestamptz",
    "$__timeTo()": f"'{(NOW + timedelta(hours=1)).isoformat()}'::timestamptz",
}


def statements() -> Iterator[Any]:
    for name, board in BOARDS.items():
        for panel in board["panels"]:
            for target in panel["targets"]:
                yield pytest.param(panel["type"], target["rawSql"], id=f"{name}: {panel['title']}")
        for variable in board["templating"]["list"]:
            yield pytest.param("variable", variable["query"], id=f"{name}: ${variable['name']}")


@pytest.fixture(scope="module")
def filled(postgres_url: str) -> Iterator[psycopg.Connection[Any]]:
    with shared_database(postgres_url) as url, rolled_back(url) as connection:
        fill(connection)
        yield connection


def fill(connection: psycopg.Connection[Any]) -> None:
    world, began = World(connection), NOW - timedelta(minutes=10)
    connection.execute("insert into team (name, display_name, created_at) values ('sales', 'Sales', now())")
    job, orders = world.job("load", namespace="sales"), world.dataset("orders")
    world.writes(job, orders)
    ended = {"ended_at": NOW, "end_event": uuid4(), "end_state": "COMPLETE", "last_state": "COMPLETE"}
    good = world.run(job, began, **ended)
    bad = world.run(job, began, **ended | {"end_state": "FAIL", "last_state": "FAIL"})
    world.run_facet(bad, "errorMessage", {"message": "no"})
    world.io_facet(good, orders, "output", "outputStatistics", {"rowCount": 42})
    world.io_facet(bad, orders, "output", "outputStatistics", {"rowCount": "many"})
    key = connection.execute("select key from nodes where id = %s", [job]).fetchall()[0][0]
    for statement, values in ROWS:
        connection.execute(statement, [{"job": key, "run": good}.get(value, value) for value in values])


SERIES, TRACE = uuid4(), "0af7651916cd43dd8448eb211c80319c"
ROWS: tuple[tuple[str, list[Any]], ...] = (
    (
        "insert into timeliness_breach (kind, since, rule, created_at, job_key)"
        " values ('data_age', now(), 'daily', now(), %s)",
        ["job"],
    ),
    (
        "insert into events (event_id, kind, event_time, received_at, body, stream)"
        " values (gen_random_uuid(), 'run', now(), now(), '{}', 'lineage')",
        [],
    ),
    (
        "insert into quarantine (event_id, part, position, at, reason)"
        " values (gen_random_uuid(), 'run', 1, now(), 'odd')",
        [],
    ),
    ("insert into work (kind, arguments) values ('timeliness', '{}')", []),
    ("update worker_state set seen_at = now()", []),
    ("update pipeline_state set batch_seconds = 0.2", []),
    ("insert into team_days (team, day, events) values ('sales', (now() at time zone 'UTC')::date, 7)", []),
    (
        "insert into notification (key, channel, message, created_at, next_at)"
        " values ('k', 'hook', '{}', now(), now())",
        [],
    ),
    (
        "insert into analytics_state (job, batch, position, computed_at, seconds, whole, changed, estimated)"
        " values ('reach', 1, 1, now(), 0.1, true, 1, '{}')",
        [],
    ),
    (
        "insert into telemetry_series values"
        " (%s, 'span.duration', 'load', 'span', 's', '', false, 'loader', 'sales', 'sales/load', '{}')",
        [SERIES],
    ),
    (
        "insert into telemetry_rollups values ('minute', date_trunc('minute', now()), %s, 2, 1, 3, 1, 2,"
        " now(), 1, now(), 2, now(), '{}', '{}')",
        [SERIES],
    ),
    ("insert into traces values (%s, now(), now(), 1, 0, 1, 'a', 'load', 'loader')", [TRACE]),
    (
        "create table spans_of_test partition of trace_spans for values from ('1990-1-1') to ('2990-1-1')",
        [],
    ),
    (
        "insert into trace_spans (day, trace_id, span_id, name, kind, started_at, start_ns, duration_ns,"
        " status, service, team, job, run_id, attributes, events, links, cut, series, bin, content)"
        " values (current_date, %s, 'a', 'load', 'internal', now(), 1, 1000, 'ok', 'loader', 'sales',"
        " 'sales/load', %s, '{}', '[]', '[]', 0, %s, 1, %s)",
        [TRACE, "run", SERIES, SERIES],
    ),
)


@pytest.mark.parametrize(("kind", "statement"), list(statements()))
def test_a_panel_finds_rows_in_the_real_schema(
    filled: psycopg.Connection[Any], kind: str, statement: str
) -> None:
    for variable, value in VALUES.items():
        statement = statement.replace(variable, value)
    assert "$" not in statement, "a variable or macro that the test does not know"
    with filled.transaction():
        cursor = filled.execute(statement)
    rows = cursor.fetchall()
    assert rows
    assert any(value is not None for row in rows for value in row)
    if kind == "timeseries":
        assert cursor.description is not None
        assert cursor.description[0].name == "time"
        assert isinstance(rows[0][0], datetime)


def test_there_are_four_dashboards_with_variables_for_team_and_job() -> None:
    assert set(BOARDS) == {"teams", "pipeline", "services", "headwater"}
    assert len({board["uid"] for board in BOARDS.values()}) == 4
    for board in BOARDS.values():
        assert "team" in [one["name"] for one in board["templating"]["list"]]
    assert "job" in [one["name"] for one in BOARDS["pipeline"]["templating"]["list"]]


def test_every_panel_asks_the_provisioned_data_source() -> None:
    [source] = yaml.safe_load((FOLDER / "provisioning/datasources/headwater.yaml").read_text())["datasources"]
    asked = {"type": source["type"], "uid": source["uid"]}
    for board in BOARDS.values():
        ids = [panel["id"] for panel in board["panels"]]
        assert len(ids) == len(set(ids))
        for panel in board["panels"]:
            assert panel["datasource"] == asked
            assert [target["datasource"] for target in panel["targets"]] == [asked]
        assert [one["datasource"] for one in board["templating"]["list"]] == [asked] * len(
            board["templating"]["list"]
        )


def test_no_secret_stands_in_the_files() -> None:
    source = (FOLDER / "provisioning/datasources/headwater.yaml").read_text()
    assert "password: $DASHBOARD_DATABASE_PASSWORD" in source
    provider = yaml.safe_load((FOLDER / "provisioning/dashboards/headwater.yaml").read_text())
    assert provider["providers"][0]["options"]["path"] == "$DASHBOARD_FILES"


def test_panels_do_not_overlap() -> None:
    for board in BOARDS.values():
        places = [panel["gridPos"] for panel in board["panels"]]
        cells = [
            (x, y)
            for place in places
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        ]
        assert len(cells) == len(set(cells)), board["title"]
        assert max(place["x"] + place["w"] for place in places) <= 24
