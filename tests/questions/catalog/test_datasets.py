"""Datasets are listed as far as they are there, unless somebody asks for the others as well."""

from collections.abc import Callable

from fastapi.testclient import TestClient

from tests.world import World, day


def test_a_dropped_dataset_is_listed_only_when_asked_for(
    world: World, client: Callable[[], TestClient]
) -> None:
    world.dataset("orders")
    world.dataset("orders_old", dropped_at=day(5))
    running = client()
    for asked, found in (({}, ["orders"]), ({"dropped": "true"}, ["orders", "orders_old"])):
        reply = running.get("/api/v1/datasets", params=asked).json()
        assert ([item["name"] for item in reply["items"]], reply["total"]) == (found, len(found))


def test_a_name_that_only_a_query_has_is_listed_only_when_asked_for(
    world: World, client: Callable[[], TestClient]
) -> None:
    world.dataset("orders")
    world.dataset("lake.raw.orders", first_seen=None, last_seen=None)
    running = client()
    for route in ("datasets", "assets"):
        for asked, found in (({}, ["orders"]), ({"sql_only": "true"}, ["lake.raw.orders", "orders"])):
            reply = running.get(f"/api/v1/{route}", params=asked).json()
            assert ([item["name"] for item in reply["items"]], reply["total"]) == (found, len(found))
