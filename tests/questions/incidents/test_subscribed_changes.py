"""Who subscribed hears of what changed lately, once; of nothing else, and of no history."""

from datetime import timedelta
from typing import Any

from headwater.questions.incidents.subscribed_changes import notify_subscribers
from headwater.questions.live_graph import FixedGraph
from headwater.questions.reading import Reading
from headwater.store.snapshots import loaded, repeatable_read
from headwater.store.stored_rows import restore
from tests.builders import at, dataset_event, job_event, schema
from tests.questions.incidents.conftest import Warehouse
from tests.questions.investigation.conftest import NIGHT
from tests.store.test_stored_rows import rows

# After four o'clock, when the clock of the application stands and so subscriptions are made.
CHANGED = NIGHT + 150


def told(warehouse: Warehouse, minute: int = CHANGED + 10) -> list[tuple[str, str]]:
    with repeatable_read(warehouse.connection):
        snapshot = loaded(warehouse.connection, None)
    reading = Reading(warehouse.connection, FixedGraph(snapshot), clock=lambda: at(minute))
    notify_subscribers(reading, timedelta(hours=1))
    return rows(warehouse.connection, "select channel, message ->> 'title' from notification order by id")


def subscribe(warehouse: Warehouse, asset: str, **more: Any) -> Any:
    body = {"by": "lena", "asset": asset, "channel": "finance", **more}
    return warehouse.client.post("/api/v1/subscriptions", json=body)


def test_a_change_upstream_is_told_once_to_who_asked_for_upstream(warehouse: Warehouse) -> None:
    assert subscribe(warehouse, "daily", upstream=True).status_code == 201
    assert subscribe(warehouse, "daily", channel="beside").status_code == 201
    assert subscribe(warehouse, "orders", channel="lineage", kinds=["lineage"]).status_code == 201
    warehouse.publish(dataset_event("orders", CHANGED, schema=schema("id int")))
    assert told(warehouse) == [("finance", "orders: dropped column amount")]
    assert len(told(warehouse, CHANGED + 20)) == 1


def test_only_what_is_severe_enough_and_recent_is_told(warehouse: Warehouse) -> None:
    subscribe(warehouse, "orders", severity="breaking")
    warehouse.publish(dataset_event("orders", CHANGED, schema=schema("id int", "amount int", "note text")))
    assert told(warehouse) == []
    warehouse.publish(dataset_event("orders", CHANGED + 5, schema=schema("id int")))
    assert told(warehouse, CHANGED + 120) == []


def test_an_edge_that_appears_or_vanishes_is_told_to_who_asked_for_lineage(warehouse: Warehouse) -> None:
    subscribe(warehouse, "daily", upstream=True, kinds=["lineage"], severity="compatible", channel="all")
    subscribe(warehouse, "orders", kinds=["lineage"], channel="risky")
    subscribe(warehouse, "daily", upstream=True, kinds=["schema"], severity="compatible", channel="schema")
    warehouse.publish(job_event("load", CHANGED, inputs=("orders", "rates"), outputs=("daily",)))
    warehouse.publish(job_event("load", CHANGED + 5, inputs=("rates",), outputs=("daily",)))
    appeared, vanished = "load began to be fed by rates", "load ceased to be fed by orders"
    found = told(warehouse)
    assert {one for one in found if one[0] == "risky"} == {("risky", vanished)}
    assert {("all", appeared), ("all", vanished)} <= set(found)
    assert {channel for channel, _ in found} == {"all", "risky"}
    assert told(warehouse, CHANGED + 20) == found


def test_a_subscription_ends_once_and_comes_back_from_the_log(warehouse: Warehouse) -> None:
    number = subscribe(warehouse, "orders").json()["id"]
    listed = warehouse.client.get("/api/v1/subscriptions", params={"asset": "orders"}).json()
    assert [one["id"] for one in listed["items"]] == [number]
    warehouse.connection.execute("truncate subscription")
    restore(warehouse.connection)
    assert warehouse.client.get("/api/v1/subscriptions").json() == listed
    assert warehouse.client.delete(f"/api/v1/subscriptions/{number}").json()["ended_at"]
    assert warehouse.client.delete(f"/api/v1/subscriptions/{number}").status_code == 409
    assert warehouse.client.delete("/api/v1/subscriptions/77").status_code == 404
    assert warehouse.client.get("/api/v1/subscriptions").json()["total"] == 0


def test_bad_subscriptions_are_refused_and_named(warehouse: Warehouse) -> None:
    cases: tuple[tuple[dict[str, Any], int, str], ...] = (
        ({"asset": "nobody"}, 404, "nobody"),
        ({"channel": " "}, 422, "channel"),
        ({"kinds": []}, 422, "kinds"),
        ({"kinds": ["colour"]}, 422, "kinds"),
        ({"severity": "loud"}, 422, "severity"),
        ({"by": "x" * 500}, 422, "by"),
        ({"extra": 1}, 422, "extra"),
    )
    for more, status, word in cases:
        reply = subscribe(warehouse, more.pop("asset", "orders"), **more)
        assert (reply.status_code, word in reply.text) == (status, True), reply.text
