"""May I run on this data now: what stops it, what does not, and what is not known."""

from typing import Any

from tests.builders import dataset_event
from tests.questions.incidents.conftest import Warehouse, failed_test


def check(warehouse: Warehouse, asset: str) -> Any:
    reply = warehouse.client.get("/api/v1/check", params={"asset": asset})
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_an_open_incident_upstream_stops_it_once(broken: Warehouse) -> None:
    found = check(broken, "daily")
    assert (found["go"], found["reasons_total"]) == (False, 1)
    assert found["reasons"][0]["says"] == "INC-1: amount dropped from orders"


def test_what_is_resolved_stops_nothing_that_does_not_fail(broken: Warehouse) -> None:
    broken.act("resolve")
    found = check(broken, "daily")
    assert [one["kind"] for one in found["reasons"]] == ["failed_pipeline"]


def test_a_muted_incident_is_shown_and_stops_nothing(broken: Warehouse) -> None:
    broken.act("mute")
    found = check(broken, "daily")
    assert (found["go"], len(found["muted"])) == (True, 1)


def test_a_failing_test_upstream_stops_it_before_anyone_has_looked(warehouse: Warehouse) -> None:
    assert check(warehouse, "daily")["go"] is True
    warehouse.publish(failed_test())
    found = check(warehouse, "daily")
    assert [one["kind"] for one in found["reasons"]] == ["failing_test"]


def test_what_lies_beside_it_stops_nothing_and_the_unknown_is_told(broken: Warehouse) -> None:
    broken.publish(dataset_event("lonely", 0, documentation={"description": "x"}))
    found = check(broken, "lonely")
    assert (found["go"], found["missing"]) == (True, ["Nothing is known to lie upstream of it."])


def test_an_unknown_name_is_refused(warehouse: Warehouse) -> None:
    for parameters, status in (("asset=nobody", 404), ("", 422), ("asset=daily&days=0", 422)):
        assert warehouse.client.get(f"/api/v1/check?{parameters}").status_code == status


def test_alerts_count_the_open_incidents(broken: Warehouse) -> None:
    assert broken.client.get("/api/v1/alerts").json()["open_incidents"] == 1
    broken.act("mute")
    assert broken.client.get("/api/v1/alerts").json()["open_incidents"] == 0
