"""Investigations over HTTP: bad input is refused, and what is not known is not invented."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient

from tests.builders import dataset, dataset_event, run_event, run_id, schema
from tests.published import publish
from tests.questions.investigation.conftest import DAY, Event, night, weeks

Start = Callable[[], TestClient]
AT = "2026-04-20T04:00:00Z"


@pytest.fixture
def asked(connection: psycopg.Connection[Any], client: Start) -> Callable[..., Any]:
    def ask(*events: dict[str, Any], **parameters: Any) -> Any:
        publish(connection, [*weeks(), *events])
        return client().get("/api/v1/investigations", params=parameters)

    return ask


@pytest.mark.parametrize(
    ("parameters", "status", "field"),
    [
        ({}, 422, "asset"),
        ({"asset": "daily", "at": "2999-01-01T00:00:00Z"}, 422, "at"),
        ({"asset": "daily", "at": "yesterday"}, 422, "at"),
        ({"asset": "daily", "lookback_days": 0}, 422, "lookback_days"),
        ({"asset": "daily", "lookback_days": -1}, 422, "lookback_days"),
        ({"asset": "daily", "lookback_days": 1000}, 422, "lookback_days"),
        ({"asset": "daily", "lookback_days": "nan"}, 422, "lookback_days"),
        ({"asset": "daily", "lookback_days": "x"}, 422, "lookback_days"),
        ({"asset": "daily", "model": "x"}, 422, "model"),
        ({"asset": "nobody"}, 404, None),
        ({"asset": "daily", "column": "nobody"}, 404, None),
        ({"run": str(uuid4())}, 404, None),
    ],
)
def test_bad_input_is_refused_and_named(asked: Any, parameters: Any, status: int, field: str | None) -> None:
    reply = asked(**parameters)
    assert reply.status_code == status, reply.text
    if field:
        assert field in reply.text


def test_an_entity_without_a_history_has_no_cause_and_says_what_is_missing(asked: Any) -> None:
    lonely = dataset_event("lonely", -10 * DAY, documentation={"description": "x"})
    found = asked(lonely, asset="lonely", at=AT).json()
    assert (found["cause"], found["label"], found["failures"]) == (None, "NONE", [])
    assert found["missing"]


def test_a_time_before_anything_is_known_has_no_cause(asked: Any) -> None:
    found = asked(asset="daily", at="2020-01-01T00:00:00Z").json()
    assert (found["cause"], found["label"]) == (None, "NONE")


def test_a_failed_run_stands_for_its_job_at_the_time_when_it_ended(asked: Any) -> None:
    found = asked(*night(0, "FAIL", message="x"), run=run_id("load-0")).json()
    assert (found["node"]["name"], found["at"]) == ("load", "2026-04-20T02:10:00Z")


def test_a_run_that_only_started_others_stands_for_the_one_that_failed(asked: Any) -> None:
    whole = {"parent": {"run": {"runId": run_id("dag")}, "job": {"namespace": "tests", "name": "dag"}}}
    events = night(0, "FAIL", message="x")
    for one in events:
        one["run"]["facets"] |= whole
    dag = run_event("dag", "FAIL", 140, job="dag")
    found = asked(*events, dag, run=run_id("dag")).json()
    assert (found["node"]["name"], found["run_id"]) == ("load", run_id("load-0"))
    assert found["missing"][0] == "dag failed because of its task load, which was looked at."
    assert asked(asset="dag", at=AT).json()["node"]["name"] == "load"


def test_fractions_of_days_are_taken(asked: Any) -> None:
    found = asked(asset="daily", at=AT, lookback_days=0.5).json()
    assert found["since"] == "2026-04-19T16:00:00Z"


def owned(name: str, *owners: str) -> Event:
    return dataset_event(name, -5 * DAY, ownership={"owners": [{"name": one} for one in owners]})


def board(number: int) -> list[Event]:
    """A dashboard that is made from `daily` at four every day."""
    minute = 245 - number * DAY
    ends: dict[str, Any] = {"job": "board", "inputs": ("daily",), "outputs": (dataset("wall"),)}
    return [
        run_event(f"b-{number}", "START", minute, **ends),
        run_event(f"b-{number}", "COMPLETE", minute + 1, **ends),
    ]


@pytest.fixture
def dropped(asked: Any) -> Any:
    boards = [event for number in range(1, 15) for event in board(number)]
    drop = dataset_event("orders", 60, schema=schema("id int"))
    owners = (owned("daily", "team:data", "user:ann"), owned("wall", "user:bob"))
    failed = night(0, "FAIL", message='column "amount" does not exist')
    return asked(*boards, *owners, drop, *failed, asset="daily", at=AT).json()


def test_the_graph_leads_from_the_cause_over_the_failed_job_to_what_got_no_data(dropped: Any) -> None:
    nodes = {one["node"]["name"]: one["state"] for one in dropped["graph"]["nodes"]}
    assert nodes == {"orders": "cause", "load": "failed", "daily": "no_data"}
    links = [(one["source"].split("/")[1], one["target"].split("/")[1]) for one in dropped["graph"]["links"]]
    assert links == [("orders", "load"), ("load", "daily")]


def test_owners_of_what_broke_come_before_owners_of_what_is_at_risk(dropped: Any) -> None:
    people = [
        (one["person"], [node["name"] for node in one["owns"]], [node["name"] for node in one["at_risk"]])
        for one in dropped["people"]
    ]
    assert people == [("user:ann", ["daily"], []), ("user:bob", [], ["wall"])]


def test_what_has_not_alerted_says_when_it_is_written_next(dropped: Any) -> None:
    due = {one["node"]["name"]: one["due"] for one in dropped["unalerted"]}
    assert due["wall"] == "2026-04-20T04:05:00Z"


def test_without_a_cause_nothing_is_drawn_and_nobody_is_called_affected(asked: Any) -> None:
    found = asked(*night(0), asset="daily", at=AT).json()
    assert (found["graph"], found["people"]) == ({"nodes": [], "links": [], "total": 0}, [])


def test_a_post_mortem_is_the_same_finding_as_a_document(
    connection: psycopg.Connection[Any], client: Start
) -> None:
    publish(
        connection,
        [*weeks(), dataset_event("orders", 60, schema=schema("id int")), *night(0, "FAIL", message="amount")],
    )
    ask = {"asset": "daily", "at": AT}
    found = client().get("/api/v1/investigations/post-mortem", params=ask).json()
    assert found["file_name"] == "what-broke-warehouse-daily.md"
    assert "dropped column amount" in found["text"]
    page = client().get("/api/v1/investigations/post-mortem", params={**ask, "file_format": "html"}).json()
    assert page["text"].startswith("<!doctype html>")
