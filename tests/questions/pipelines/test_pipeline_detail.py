"""One pipeline: what it reads and writes, its runs with rows and errors, and what people set for it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from fastapi.testclient import TestClient

from tests.world import JOBS, World, day

Start = Callable[[], TestClient]
PATH = f"/api/v1/pipelines/{JOBS}/load"
NOON = {"as_of": "2026-04-10T12:00:00Z"}


@pytest.fixture
def load(world: World) -> int:
    """Ten nights; the last failed, on a column that the schema no longer has."""
    raw, orders = world.dataset("raw"), world.dataset("orders", tags=["tier:1"])
    world.schema(raw, "id int", "amount int", until=day(9))
    world.schema(raw, "id int", since=day(9))
    load = world.job("load")
    world.reads(raw, load)
    world.writes(load, orders)
    for night in range(1, 11):
        run, began = UUID(int=night), day(night, hour=2)
        world.run(
            load,
            began,
            run_id=run,
            end_state="FAIL" if night == 10 else "COMPLETE",
            ended_at=began + timedelta(minutes=5),
        )
        world.io_facet(run, orders, "output", "outputStatistics", {"rowCount": 100 + night})
    world.run_facet(UUID(int=10), "errorMessage", {"message": "no column amount\nline 9"})
    world.run_facet(UUID(int=10), "headwater_execution", {"watermark": "2026-04-09"})
    return load


def answer(client: Start, path: str = PATH, **asked: Any) -> Any:
    reply = client().get(path, params=NOON | asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


def changed(client: Start, **settings: Any) -> Any:
    reply = client().post(f"{PATH}/settings", json=settings)
    assert reply.status_code == 200, reply.text
    return reply.json()


@pytest.mark.usefixtures("load")
def test_it_tells_how_it_does_and_how_fresh_its_datasets_are(client: Start) -> None:
    found = answer(client)

    assert (found["pipeline"]["state"], found["last_success"]) == ("failed", "2026-04-09T02:05:00Z")
    (raw,), (orders,) = found["inputs"]["items"], found["outputs"]["items"]
    assert (raw["versions"], raw["changed_at"], raw["writer_state"]) == (2, "2026-04-09T00:00:00Z", None)
    assert (orders["written_at"], orders["writer_state"]) == ("2026-04-09T02:05:00Z", "FAIL")
    assert found["feeds_tier"] == "1"


@pytest.mark.usefixtures("load")
def test_its_runs_have_rows_watermark_and_the_first_line_of_the_error(client: Start) -> None:
    page = answer(client, f"{PATH}/runs", limit=4)

    failed, before, *_ = page["items"]
    assert (failed["error"], failed["watermark"], failed["state"]) == (
        "no column amount",
        "2026-04-09",
        "FAIL",
    )
    assert (before["rows"], before["duration_seconds"]) == (109.0, 300.0)
    following = answer(client, f"{PATH}/runs", limit=100, cursor=page["next_cursor"])
    assert (page["total"], len(following["items"])) == (10, 6)


@pytest.mark.usefixtures("load")
def test_a_pipeline_at_risk_says_what_it_waits_for(client: Start, world: World) -> None:
    report = world.job("report")
    world.reads(2, report)
    began = day(9, hour=3)
    world.run(report, began, end_state="COMPLETE", ended_at=began)

    found = answer(client, f"/api/v1/pipelines/{JOBS}/report")["pipeline"]
    assert (found["state"], found["waits_for"]) == ("at_risk", [f"{JOBS}/load"])


def test_an_unknown_name_is_not_found(client: Start) -> None:
    assert client().get("/api/v1/pipelines/nowhere/nothing").status_code == 404
    assert (
        client().post("/api/v1/pipelines/nowhere/nothing/settings", json={"muted": True}).status_code == 404
    )


@pytest.mark.usefixtures("load")
def test_muting_it_makes_it_a_registered_pipeline_and_shows_in_the_list(client: Start) -> None:
    assert answer(client)["settings"]["muted"] is False
    assert changed(client, muted=True)["muted"] is True
    assert answer(client)["settings"]["muted"] is True
    assert answer(client, "/api/v1/pipelines", state="muted")["total"] == 1
    assert changed(client, muted=False)["muted"] is False


@pytest.mark.usefixtures("load")
def test_a_rule_is_set_and_taken_away_without_touching_the_others(client: Start) -> None:
    first = changed(client, late_after="2 hours", too_long_seconds=600)
    assert first["late_after"] == {"number": 2, "unit": "hour"}
    assert first["run_limit"] == {"seconds": 600, "says": "rule"}
    second = changed(client, late_after="none")
    assert (second["late_after"], second["too_long_seconds"]) == (None, 600)
    third = changed(client, too_long_seconds=0, active=False)
    assert (third["too_long_seconds"], third["active"], third["run_limit"]) == (None, False, None)


@pytest.mark.usefixtures("load")
def test_what_is_set_is_in_the_log(client: Start, connection: psycopg.Connection[Any]) -> None:
    changed(client, muted=True)
    bodies = [row[0] for row in connection.execute("select body from events where kind = 'stored_rows'")]
    assert any('"mute_timely_check":true' in body.replace(" ", "") for body in bodies)


@pytest.mark.usefixtures("load")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, ""),
        ({"mutd": True}, "mutd"),
        ({"late_after": "0 hours"}, "late_after"),
        ({"late_after": "1 fortnight"}, "late_after"),
        ({"too_long_seconds": -1}, "too_long_seconds"),
    ],
)
def test_settings_that_say_nothing_sensible_are_refused(
    client: Start, body: dict[str, Any], field: str
) -> None:
    reply = client().post(f"{PATH}/settings", json=body)
    assert reply.status_code == 422
    assert field in reply.json()["detail"]
