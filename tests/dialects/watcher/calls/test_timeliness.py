"""`POST /timeliness` and `headwater timeliness`: what is late, by how much, and what waits for it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import psycopg
import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.dialects.watcher.conftest import Client, fields
from tests.running import RunningApi, running_api
from tests.world import World, day


@pytest.fixture
def own_api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    """A job `load` that feeds a chain of datasets."""
    world = World(connection)
    load, publish = world.job("load", namespace="airflow"), world.job("publish", namespace="airflow")
    orders, report = world.dataset("dwh.orders"), world.dataset("mart.report")
    world.writes(load, orders)
    world.reads(orders, publish)
    world.writes(publish, report)
    with running_api(database_url) as running:
        yield running


@pytest.fixture
def own(own_api: RunningApi) -> Client:
    return Client(own_api)


def run(own: Client, *arguments: str) -> Any:
    return CliRunner().invoke(app, ["timeliness", "--url", own.api.url, *arguments])


def late_pipeline(own: Client) -> Any:
    pipeline = own.pipeline("load", timely_number=1, timely_datepart="hours")
    own.end(own.start(pipeline), inserts=1)
    return pipeline


def test_nothing_is_late_where_nothing_is(own: Client) -> None:
    answer = own.post("/timeliness", 200)
    assert answer == {"status": "success", "checked": 2, "late": [], "long_running": [], "logged": 0}
    assert own.api.client.post("/timeliness").status_code == 200


def test_what_is_late_comes_with_what_is_downstream(own: Client) -> None:
    pipeline = late_pipeline(own)
    answer = own.post("/timeliness", 200)
    assert (answer["status"], answer["checked"], answer["logged"]) == ("late", 2, 1)
    [late] = answer["late"]
    assert (late["pipeline_id"], late["name"], late["check"]) == (pipeline["id"], "load", "data_age")
    assert (late["since"], late["limit"]) == ("2026-04-20T11:00:00Z", "1 hour")
    assert late["last_change"] == "2026-04-20T10:00:00Z"
    assert late["late_by_seconds"] > 0
    assert late["downstream"] == {
        "total": 2,
        "items": ["ecommerce_warehouse/dwh.orders", "ecommerce_warehouse/mart.report"],
    }


def test_a_stuck_run_is_told_with_its_limit(own: Client) -> None:
    execution = own.start(own.pipeline("load"))
    [run] = own.post("/timeliness", 200)["long_running"]
    assert (run["execution_id"], run["run_id"]) == (execution["id"], execution["run_id"])
    assert (run["running"], run["limit_seconds"], run["limit_from"]) == (True, 1800, "default")
    assert run["since"] == "2026-04-20T09:30:00Z"
    assert run["downstream"]["total"] == 2


def test_a_stuck_run_is_told_with_the_rule_of_its_type(own: Client) -> None:
    kind = own.post("/pipeline_type", 201, name="tests")
    own.patch("/pipeline_type", id=kind["id"], timely_number=2, timely_datepart="hours")
    own.start(own.pipeline("load"))
    [run] = own.post("/timeliness", 200)["long_running"]
    assert (run["limit_seconds"], run["limit_from"]) == (7200, "rule")


def test_a_breach_of_a_job_that_becomes_a_pipeline_is_the_pipelines_and_not_told_twice(
    own: Client, connection: psycopg.Connection[Any]
) -> None:
    [(load,)] = connection.execute("select id from nodes where kind = 'job' and name = 'load'").fetchall()
    World(connection).run(load, day(18), ended_at=day(18), counts_at=day(18), end_state="COMPLETE")
    own.post("/pipeline_type", 201, name="openlineage", timely_number=1, timely_datepart="day")
    assert own.post("/timeliness", 200)["logged"] == 1
    assert own.get("/timeliness")["items"][0]["pipeline_id"] is None

    pipeline = own.pipeline("load", timely_number=1, timely_datepart="day")
    assert own.post("/timeliness", 200)["logged"] == 0
    assert own.get("/timeliness", pipeline_id=pipeline["id"])["total"] == 1


def test_downstream_of_a_schedule_is_what_its_jobs_feed(
    own: Client, connection: psycopg.Connection[Any]
) -> None:
    world = World(connection)
    dag, group = world.job("nightly", namespace="airflow"), world.job("nightly.sales", namespace="airflow")
    [(load,)] = connection.execute("select id from nodes where kind = 'job' and name = 'load'").fetchall()
    run = world.run(dag, day(20))
    inner = world.run(group, day(20), parent_run_id=run)
    world.run(load, day(20), parent_run_id=inner)
    own.start(own.pipeline("nightly"))

    [answer] = own.post("/timeliness", 200)["long_running"]
    assert (answer["name"], answer["downstream"]["total"]) == ("nightly", 2)


def test_a_pipeline_that_no_event_was_published_of_has_nothing_downstream(own: Client) -> None:
    own.start(own.pipeline("unpublished"))
    [run] = own.post("/timeliness", 200)["long_running"]
    assert run["downstream"] == {"total": 0, "items": []}


def test_patching_a_linked_job_sets_its_rule_and_mutes_it(own: Client) -> None:
    pipeline = own.pipeline("load")
    own.end(own.start(pipeline), inserts=1)
    assert own.post("/timeliness", 200)["late"] == []
    own.patch("/pipeline", id=pipeline["id"], timely_number=1, timely_datepart="week")
    assert len(own.post("/timeliness", 200)["late"]) == 1
    own.patch("/pipeline", id=pipeline["id"], mute_timely_check=True)
    assert own.post("/timeliness", 200)["checked"] == 1


def test_what_a_check_found_can_be_read_later(own: Client) -> None:
    pipeline = late_pipeline(own)
    own.start(pipeline)
    own.post("/timeliness", 200)
    answer = own.get(
        "/timeliness", pipeline_id=pipeline["id"], kind="data_age", since="2026-04-20T00:00:00+00:00"
    )
    assert (answer["total"], answer["next_cursor"]) == (1, None)
    [breach] = answer["items"]
    assert (breach["name"], breach["rule"], breach["since"]) == ("load", "1 hour", "2026-04-20T11:00:00Z")
    page = own.get("/timeliness", limit=1)
    assert (page["total"], page["items"][0]["kind"]) == (2, "execution")
    assert own.get("/timeliness", limit=1, cursor=page["next_cursor"])["items"] == [breach]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"kind": "other"}, 422),
        ({"limit": 0}, 422),
        ({"since": "soon"}, 422),
        ({"pipeline_id": 0}, 422),
        ({"pipeline_id": 999}, 404),
        ({"cursor": "x"}, 400),
    ],
)
def test_a_log_that_cant_be_read_so_says_why(own: Client, asked: Any, status: int) -> None:
    assert own.api.client.get("/timeliness", params=asked).status_code == status


@pytest.mark.parametrize("minutes", [4, 10**9, "soon"])
def test_a_lookback_that_cant_be_is_refused(own: Client, minutes: Any) -> None:
    assert fields(own.post("/timeliness", 422, lookback_minutes=minutes)) == ["lookback_minutes"]


def test_the_command_ends_with_1_when_something_is_late(own: Client) -> None:
    assert run(own).exit_code == 0
    late_pipeline(own)
    answer = run(own)
    assert answer.exit_code == 1
    assert "load" in answer.stdout
    assert "2 pipelines and jobs checked: 1 late, 0 long runs" in answer.stderr


def test_the_command_writes_the_answer_as_json(own: Client) -> None:
    late_pipeline(own)
    answer = msgspec.json.decode(run(own, "--format", "json").stdout)
    assert (answer["status"], answer["late"][0]["name"]) == ("late", "load")


def test_the_command_ends_with_3_when_nobody_answers() -> None:
    answer = CliRunner().invoke(app, ["timeliness", "--url", "http://127.0.0.1:1"])
    assert (answer.exit_code, "headwater up" in answer.stderr) == (3, True)
