"""An event that is set aside stays in the log, and nothing is read from it until it is taken back."""

from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.facts.readers import read_event as facts_of
from headwater.log.postgres import append_within
from headwater.log.reader import read_range
from headwater.model.openlineage import read_event
from headwater.store.stored_rows import restore
from tests.builders import run_event

Start = Callable[[], TestClient]
WHY = {"by": "dana", "why": "its clock ran ahead"}


@pytest.fixture
def event(connection: psycopg.Connection[Any]) -> str:
    taken = read_event(msgspec.json.encode(run_event("one", "COMPLETE", "09:00")))
    append_within(connection, [taken])
    return str(taken.event_id)


def stated(connection: psycopg.Connection[Any]) -> list[tuple[str, str | None]]:
    entries = [entry for chunk in read_range(connection, 0, 100) for entry in chunk]
    return [(fact.kind, fact.value) for entry in entries for fact in facts_of(entry)]


def test_of_an_event_that_is_set_aside_only_the_reason_is_left(
    client: Start, connection: psycopg.Connection[Any], event: str
) -> None:
    before = stated(connection)
    reply = client().post(f"/api/v1/events/{event}/set-aside", json=WHY)
    assert (reply.status_code, reply.json()["kind"]) == (202, "rebuild")
    assert stated(connection) == [("quarantine", "set aside by dana: its clock ran ahead")]
    assert client().get(f"/api/v1/events/{event}").status_code == 200, "it stays in the log"

    assert client().delete(f"/api/v1/events/{event}/set-aside").status_code == 202
    assert stated(connection) == before


def test_the_decision_is_in_the_log_and_comes_back_from_it(
    client: Start, connection: psycopg.Connection[Any], event: str
) -> None:
    client().post(f"/api/v1/events/{event}/set-aside", json=WHY)
    connection.execute("delete from set_aside_event")
    restore(connection)
    assert stated(connection) == [("quarantine", "set aside by dana: its clock ran ahead")]


def test_what_is_decided_already_is_a_conflict(client: Start, event: str) -> None:
    path = f"/api/v1/events/{event}/set-aside"
    assert client().delete(path).status_code == 409
    assert client().post(path, json=WHY).status_code == 202
    assert client().post(path, json=WHY).status_code == 409


def test_an_event_that_is_not_in_the_log_is_404(client: Start) -> None:
    path = "/api/v1/events/00000000-0000-0000-0000-000000000000/set-aside"
    assert client().post(path, json=WHY).status_code == 404


@pytest.mark.parametrize("body", [{}, {"by": "dana"}, WHY | {"why": ""}, WHY | {"reason": "x"}])
def test_without_a_reason_nothing_is_set_aside(client: Start, event: str, body: dict[str, str]) -> None:
    reply = client().post(f"/api/v1/events/{event}/set-aside", json=body)
    assert (reply.status_code, reply.json()["code"]) == (422, "bad-parameter")
