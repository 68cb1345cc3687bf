"""Investigations over HTTP: bad input is refused, and what is not known is not invented."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient

from tests.builders import dataset_event, run_id
from tests.published import publish
from tests.questions.investigation.conftest import DAY, night, weeks

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


def test_fractions_of_days_are_taken(asked: Any) -> None:
    found = asked(asset="daily", at=AT, lookback_days=0.5).json()
    assert found["since"] == "2026-04-19T16:00:00Z"
