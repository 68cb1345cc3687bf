"""What was set aside: why, how often, and what would come of reading it again."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.log.postgres import append_within
from headwater.model.openlineage import read_event
from tests.builders import run_event

Start = Callable[[], TestClient]
REASON = "fields: expected an object"


def broken(run: str) -> dict[str, Any]:
    """An event whose schema can't be read."""
    facets = {"schema": {"_producer": "x", "_schemaURL": "x", "fields": "none"}}
    return run_event(run, "COMPLETE", "09:00") | {
        "outputs": [{"namespace": "dwh", "name": "orders", "facets": facets}]
    }


@pytest.fixture
def aside(connection: psycopg.Connection[Any]) -> list[str]:
    """Two events that were set aside for one reason: today's rules read the first, but not the second."""
    documents = [run_event("one", "COMPLETE", "09:00"), broken("two")]
    events = [read_event(msgspec.json.encode(document)) for document in documents]
    append_within(connection, events)
    for position, event in enumerate(events):
        connection.execute(
            "insert into quarantine (event_id, part, position, reason, at) values (%s, %s, %s, %s, %s)",
            [event.event_id, f"outputs[{position}].facets.schema", position + 1, REASON, event.event_time],
        )
    return [str(event.event_id) for event in events]


@pytest.mark.usefixtures("aside")
def test_reasons_are_grouped_whatever_the_place_in_a_list(client: Start) -> None:
    found = client().get("/api/v1/quarantine/reasons").json()

    (reason,) = found["reasons"]
    assert (reason["reason"], reason["part"]) == (REASON, "outputs[].facets.schema")
    assert (reason["events"], found["events"], found["total"]) == (2, 2, 1)


def test_the_newest_event_is_the_sample_of_a_reason(client: Start, aside: list[str]) -> None:
    (reason,) = client().get("/api/v1/quarantine/reasons").json()["reasons"]
    assert reason["sample"] == aside[1]


@pytest.mark.parametrize("asked", [{"all": True}, {"reason": REASON}])
def test_a_dry_run_tells_what_would_pass_and_changes_nothing(
    client: Start, aside: list[str], asked: dict[str, Any]
) -> None:
    found = client().post("/api/v1/quarantine/dry-run", json=asked).json()

    assert (found["events"], found["would_pass"], found["would_fail"]) == (2, 1, 1)
    assert found["failing"][0]["event_id"] == aside[1]
    assert client().get("/api/v1/quarantine").json()["total"] == 2


def test_a_dry_run_of_chosen_events_reads_those_alone(client: Start, aside: list[str]) -> None:
    found = client().post("/api/v1/quarantine/dry-run", json={"event_ids": aside[:1]}).json()
    assert (found["checked"], found["would_pass"]) == (1, 1)


@pytest.mark.usefixtures("aside")
@pytest.mark.parametrize(
    ("body", "field"),
    [({"reason": "no such"}, "reason"), ({"event_ids": [str(UUID(int=1))]}, "event_ids"), ({}, "")],
)
@pytest.mark.parametrize("path", ["dry-run", "replay"])
def test_what_names_nothing_in_quarantine_is_refused(
    client: Start, path: str, body: dict[str, Any], field: str
) -> None:
    reply = client().post(f"/api/v1/quarantine/{path}", json=body)
    assert reply.status_code == 422
    assert field in reply.json()["detail"] or reply.json()["field"] == field


@pytest.mark.usefixtures("aside")
def test_a_reason_is_requested_of_the_worker_by_its_text(client: Start) -> None:
    work = client().post("/api/v1/quarantine/replay", json={"reason": REASON}).json()
    assert work["arguments"] == {"reason": REASON}
