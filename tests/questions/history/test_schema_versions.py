"""Versions of schemas: each with its columns, how long it held and what it changed."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.store.queries import schema_history
from tests.world import World, day


def ask(client: TestClient, **parameters: Any) -> Any:
    reply = client.get("/api/v1/schema-versions", params=parameters)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_versions_come_newest_first_with_their_columns(
    world: World, client: Callable[[], TestClient]
) -> None:
    orders = world.dataset("orders")
    world.schema(orders, "id int", since=day(1), until=day(5))
    world.schema(orders, "id int", "vat numeric", since=day(5))
    running = client()
    reply = ask(running, dataset="orders")
    newest, first = reply["items"]
    assert [field["name"] for field in newest["fields"]] == ["id", "vat"]
    assert (newest["valid_to"], newest["verdict"], newest["summary"]) == (None, "compatible", "added vat")
    assert (first["valid_to"], first["verdict"], first["summary"]) == (
        "2026-04-05T00:00:00Z",
        None,
        "first known schema",
    )
    assert (reply["total"], reply["next_cursor"]) == (2, None)
    second = ask(running, limit=1, cursor=ask(running, limit=1)["next_cursor"])
    assert [one["at"] for one in second["items"]] == ["2026-04-01T00:00:00Z"]


def test_a_page_is_cut_before_it_gets_too_large(
    world: World, client: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_history, "MAX_PAGE_BYTES", 500)
    table = world.dataset("wide")
    for number in range(1, 6):
        columns = [f"c{number}_{place} text" for place in range(5)]
        world.schema(table, *columns, since=day(number), until=day(number + 1))
    running, found, cursor = client(), [], None
    for _ in range(5):
        reply = ask(running, **({"cursor": cursor} if cursor else {}))
        assert 0 < len(reply["items"]) < 5
        found += [one["at"] for one in reply["items"]]
        cursor = reply["next_cursor"]
        if cursor is None:
            break
    assert [at[8:10] for at in found] == ["05", "04", "03", "02", "01"]


def test_of_very_many_changes_the_worst_are_shown(world: World, client: Callable[[], TestClient]) -> None:
    table = world.dataset("wide")
    world.schema(table, *(f"c{place} text" for place in range(3000)), since=day(1), until=day(2))
    world.schema(table, "id int", *(f"d{place} text" for place in range(3000)), since=day(2))
    (item, _) = ask(client())["items"]
    assert (item["changes_total"], len(item["changes"])) == (6001, 100)
    assert item["summary"].endswith("and 5996 more")
