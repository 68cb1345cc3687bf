"""Columns that look personal are listed, decided on in bulk as events, and traced, without being declared."""

from collections.abc import Iterator
from typing import Any

import pytest
from psycopg import Connection

from headwater.personal_data.suggest import read_rules
from headwater.worker.handlers.suggest import write_suggestions
from tests.builders import dataset, run_event, schema
from tests.published import publish
from tests.running import RunningApi, running_api

SUGGESTIONS, DECISIONS = "/api/v1/compliance/suggestions", "/api/v1/compliance/suggestions/decisions"
EMAIL = {"namespace": "warehouse", "name": "crm.customers", "field": "email"}
CUSTOMERS = dataset("crm.customers", schema=schema("id int", "email text", "phone text", "segment text"))
MAILS = dataset(
    "mart.mails",
    schema=schema("contact text"),
    columnLineage={
        "fields": {
            "contact": {
                "inputFields": [{"namespace": "warehouse", "name": "crm.customers", "field": "email"}]
            }
        }
    },
)


@pytest.fixture
def api(connection: Connection, database_url: str) -> Iterator[RunningApi]:
    event = run_event("r1", "COMPLETE", 1, inputs=(CUSTOMERS,), outputs=(MAILS,))
    publish(connection, [event])
    write_suggestions(None, connection, read_rules(None))
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def states(api: RunningApi, **asked: Any) -> dict[str, str]:
    reply = api.get(SUGGESTIONS, **asked)
    assert reply.status_code == 200, reply.text
    return {item["column"]["field"]: item["state"] for item in reply.json()["items"]}


def name(column: str) -> str:
    return f"warehouse/crm.customers#{column}"


def test_what_looks_personal_is_listed_most_certain_first_and_in_pages(api: RunningApi) -> None:
    assert states(api) == {"email": "suggested", "phone": "suggested"}
    first = api.get(SUGGESTIONS, limit=1).json()
    rest = api.get(SUGGESTIONS, limit=1, cursor=first["next_cursor"]).json()
    assert [one["items"][0]["column"]["field"] for one in (first, rest)] == ["email", "phone"]
    assert (first["total"], rest["next_cursor"]) == (2, None)
    assert states(api, rule="Phone") == {"phone": "suggested"}
    assert states(api, confidence=0.93) == {"email": "suggested"}
    assert states(api, dataset="mart.mails") == {}


def test_a_decision_is_an_event_that_declares_and_keeps_what_was_declared_before(
    api: RunningApi, connection: Connection
) -> None:
    asset = {"type": "table", "name": "crm.customers", "namespace": "warehouse"}
    asset["columns"] = [{"name": "segment", "classification": "internal"}]  # type: ignore[assignment]
    assert api.client.post("/api/v1/assets", json=asset).status_code == 200
    publish(connection, [])
    reply = api.client.post(DECISIONS, json={"accept": [name("email")], "reject": [name("phone")]})
    assert reply.status_code == 200, reply.text
    assert {**reply.json(), "position": 0} == {"accepted": 1, "rejected": 1, "datasets": 1, "position": 0}
    publish(connection, [])
    assert states(api) == {"email": "accepted", "phone": "rejected"}
    assert states(api, state="suggested") == {}
    labels = "select field, pii, classification from column_labels join nodes on nodes.id = column_id"
    assert set(api.rows(labels)) == {
        ("email", True, None),
        ("phone", False, None),
        ("segment", None, "internal"),
    }


def test_what_is_only_suggested_flows_along_lineage_and_is_declared_nowhere(api: RunningApi) -> None:
    found = api.get("/api/v1/compliance/flows", suggested=True).json()
    by_source = {one["column"]["field"]: one for one in found["sources"]}
    assert by_source.keys() == {"email", "phone"}
    assert "contact" in str(by_source["email"]["flows"])
    assert (by_source["email"]["classification"], by_source["email"]["pii"]) == (None, False)
    assert api.get("/api/v1/compliance/flows", tag="pii").json()["sources"] == []


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 422, "accept"),
        ({"accept": ["crm.customers"]}, 422, "accept.0"),
        ({"accept": ["crm.customers#emial"]}, 404, "email"),
        ({"accept": ["nothing#email"]}, 404, "nothing"),
        ({"accept": ["crm.customers#email"], "reject": ["crm.customers#email"]}, 422, "reject"),
        ({"acept": []}, 422, "acept"),
        ({"accept": [7]}, 422, "accept"),
    ],
)
def test_a_decision_that_can_not_be_taken_names_its_field_and_changes_nothing(
    api: RunningApi, body: dict[str, Any], status: int, field: str
) -> None:
    before = api.count()
    reply = api.client.post(DECISIONS, json=body)
    assert (reply.status_code, field in reply.text) == (status, True), reply.text
    assert api.count() == before
