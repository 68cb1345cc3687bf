"""The list of pipelines: which failed, which are at risk, what is normal, and when the next run is due."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from fastapi.testclient import TestClient

from tests.world import World, day

Start = Callable[[], TestClient]
NOON = "2026-04-12T12:00:00Z"


def nightly(world: World, job: int, hour: int, last: str = "COMPLETE", nights: int = 12) -> None:
    """One run a night of some minutes; the last ends so."""
    for night in range(1, nights + 1):
        began, state = day(night, hour=hour), last if night == nights else "COMPLETE"
        run = UUID(int=job * 1000 + night)
        world.run(job, began, run_id=run, end_state=state, ended_at=began + timedelta(minutes=4 + night % 3))


@pytest.fixture
def shop(world: World) -> dict[str, int]:
    """`load` writes orders, `report` reads them later in the night, `other` has nothing to do with it."""
    orders, revenue = world.dataset("orders"), world.dataset("revenue")
    jobs = {name: world.job(name, owners=["user:sam"]) for name in ("load", "report", "other")}
    world.writes(jobs["load"], orders)
    world.reads(orders, jobs["report"])
    world.writes(jobs["report"], revenue)
    world.writes(jobs["other"], world.dataset("clicks"))
    nightly(world, jobs["load"], hour=2, last="FAIL")
    nightly(world, jobs["report"], hour=5, nights=11)
    nightly(world, jobs["other"], hour=1)
    return jobs


def listed(client: Start, **asked: Any) -> Any:
    reply = client().get("/api/v1/pipelines", params={"as_of": NOON} | asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


def names(answer: Any) -> list[str]:
    return [item["name"] for item in answer["items"]]


@pytest.mark.usefixtures("shop")
def test_what_failed_comes_first_then_what_waits_for_it(client: Start) -> None:
    answer = listed(client)

    assert [(item["name"], item["state"]) for item in answer["items"]] == [
        ("load", "failed"),
        ("report", "at_risk"),
        ("other", "succeeded"),
    ]
    assert answer["items"][1]["waits_for"] == ["shopflow_airflow/load"]
    totals = answer["totals"]
    assert (totals["all"], totals["failed"], totals["at_risk"], totals["succeeded"]) == (3, 1, 1, 1)


@pytest.mark.usefixtures("shop")
def test_what_ran_after_the_failure_is_not_at_risk(client: Start, world: World, shop: dict[str, int]) -> None:
    began = day(12, hour=5)
    world.run(shop["report"], began, end_state="COMPLETE", ended_at=began + timedelta(minutes=5))

    assert listed(client)["totals"]["at_risk"] == 0


@pytest.mark.usefixtures("shop")
def test_each_has_its_latest_runs_its_band_and_its_next_run(client: Start) -> None:
    (load,) = listed(client, search="load", runs=5)["items"]

    assert [run["state"] for run in load["runs"]] == ["FAIL", *["COMPLETE"] * 4]
    assert (load["finished"], load["success_rate"]) == (12, 0.9167)
    assert load["duration"] == {"runs": 11, "low": 240.0, "median": 300.0, "high": 360.0}
    assert load["rows"] is None
    assert load["next_run"]["expected_at"] == "2026-04-13T02:00:00Z"


@pytest.mark.usefixtures("shop")
def test_the_past_is_shown_as_it_stood(client: Start) -> None:
    before = listed(client, as_of="2026-04-12T02:02:00Z")

    assert {item["name"]: item["state"] for item in before["items"]}["load"] == "running"
    assert before["totals"]["failed"] == 0


@pytest.mark.usefixtures("shop")
def test_pages_follow_one_another_in_every_order(client: Start) -> None:
    for sort in ("attention", "name", "last_run", "took"):
        first = listed(client, sort=sort, limit=2)
        rest = listed(client, sort=sort, limit=2, cursor=first["next_cursor"])
        assert names(first) + names(rest) == names(listed(client, sort=sort))
        assert rest["next_cursor"] is None


@pytest.mark.usefixtures("shop")
def test_a_cursor_of_another_order_is_refused(client: Start) -> None:
    cursor = listed(client, sort="name", limit=1)["next_cursor"]
    reply = client().get("/api/v1/pipelines", params={"as_of": NOON, "cursor": cursor})
    assert (reply.status_code, reply.json()["code"]) == (400, "bad-cursor")


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"state": "failed"}, ["load"]),
        ({"search": "REP"}, ["report"]),
        ({"owner": "user:nobody"}, []),
        ({"namespace": "elsewhere"}, []),
    ],
)
def test_filters_narrow_the_list(client: Start, asked: dict[str, str], found: list[str]) -> None:
    assert names(listed(client, **asked)) == found


def test_tests_migrations_and_starters_are_listed_only_on_request(client: Start, world: World) -> None:
    began = day(2)
    dag, task, suite = world.job("dag"), world.job("task"), world.job("suite", type="TEST")
    parent = world.run(dag, began, end_state="COMPLETE", ended_at=began)
    world.run(task, began, end_state="COMPLETE", ended_at=began, parent_run_id=parent)
    world.run(suite, began, end_state="COMPLETE", ended_at=began)

    answer = listed(client)
    assert names(answer) == ["task"]
    assert answer["items"][0]["parent"] == "shopflow_airflow/dag"
    assert names(listed(client, parent="da")) == ["task"]
    assert sorted(names(listed(client, kind="all"))) == ["dag", "suite", "task"]


@pytest.mark.usefixtures("shop")
def test_what_a_check_found_late_stays_late_until_it_runs(
    client: Start, world: World, connection: psycopg.Connection[Any], shop: dict[str, int]
) -> None:
    connection.execute(
        "insert into timeliness_breach (job_key, kind, since, rule, created_at)"
        " select key, 'data_age', %s, 'history', %s from nodes where id = %s",
        [day(12, hour=8), day(12, hour=9), shop["other"]],
    )
    assert names(listed(client, state="late")) == ["other"]
    world.run(shop["other"], day(12, hour=11), end_state="COMPLETE", ended_at=day(12, hour=11))
    assert names(listed(client, state="late")) == []
