"""Connectors as they are reported and listed."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.apps import applications

REPORT = {"kind": "dbt", "source": "target", "status": "running", "run_at": "2026-04-20T05:00:00Z"}
PATH = "/api/v1/connectors/shop"


@pytest.fixture
def client(database_url: str) -> Iterator[TestClient]:
    with applications(database_url) as start:
        yield start()


def report(client: TestClient, **more: Any) -> dict[str, Any]:
    reply = client.post(PATH, json=REPORT | more)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def test_reports_of_one_run_replace_each_other_and_runs_add_up(client: TestClient) -> None:
    report(client, sent=5)
    assert report(client, sent=7, status="succeeded")["total_sent"] == 7
    later = report(client, sent=3, run_at="2026-04-20T06:00:00Z")
    assert (later["sent"], later["total_sent"]) == (3, 10)


def test_a_report_without_a_state_leaves_the_state_as_it_was(client: TestClient) -> None:
    report(client, state={"rows": 4})
    assert report(client, status="failed", error="no such file")["state"] == {"rows": 4}


def test_a_failure_keeps_when_a_run_last_succeeded(client: TestClient) -> None:
    done = report(client, status="succeeded")["finished_at"]
    assert done is not None
    assert report(client, status="failed", run_at="2026-04-20T06:00:00Z")["finished_at"] == done


def test_connectors_are_listed_by_name_page_by_page(client: TestClient) -> None:
    for name in ("c", "a", "b"):
        client.post(f"/api/v1/connectors/{name}", json=REPORT)
    first = client.get("/api/v1/connectors", params={"limit": 2}).json()
    assert ([one["name"] for one in first["items"]], first["total"]) == (["a", "b"], 3)
    rest = client.get("/api/v1/connectors", params={"cursor": first["next_cursor"]}).json()
    assert ([one["name"] for one in rest["items"]], rest["next_cursor"]) == (["c"], None)


def test_a_connector_that_never_ran_is_not_found(client: TestClient) -> None:
    assert client.get(PATH).status_code == 404


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"status": "done"}, "status"),
        ({"run_at": "soon"}, "run_at"),
        ({"sent": -1}, "sent"),
        ({"state": []}, "state"),
        ({"state": {"a": "\x00"}}, "state"),
        ({"problems": ["x"] * 21}, "problems"),
        ({"kind": ""}, "kind"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_report_that_can_not_be_used_is_refused_by_field(
    client: TestClient, change: dict[str, Any], field: str
) -> None:
    reply = client.post(PATH, json=REPORT | change)
    assert reply.status_code == 422
    assert field in reply.json()["detail"]


def test_a_name_that_is_none_is_refused(client: TestClient) -> None:
    assert client.post("/api/v1/connectors/a b", json=REPORT).status_code == 422
