"""Signals, listed newest first, filtered and paged."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def said(world: World) -> dict[str, int]:
    orders, load = world.dataset("sales.orders"), world.job("load_orders")
    for number, (node, severity) in enumerate([(orders, "warning"), (load, "error"), (orders, None)], 1):
        world.signal(node, f"said {number}", at=day(number), severity=severity, author="tom")
    return {"orders": orders, "load": load}


def texts(client: Start, **asked: Any) -> list[str]:
    reply = client().get("/api/v1/signals", params=asked)
    assert reply.status_code == 200, reply.text
    return [item["text"] for item in reply.json()["items"]]


def test_signals_are_listed_newest_first(said: dict[str, int], client: Start) -> None:
    assert texts(client) == ["said 3", "said 2", "said 1"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"entity": "sales.orders"}, ["said 3", "said 1"]),
        ({"entity": "load_orders"}, ["said 2"]),
        ({"severity": "error"}, ["said 2"]),
        ({"since": "2026-04-02T00:00:00Z", "until": "2026-04-03T00:00:00Z"}, ["said 2"]),
        ({"source": "slack"}, []),
    ],
)
def test_filters_leave_the_rest_out(
    said: dict[str, int], client: Start, asked: dict[str, str], found: list[str]
) -> None:
    assert texts(client, **asked) == found


def test_pages_cover_all_once(said: dict[str, int], client: Start) -> None:
    running = client()
    first = running.get("/api/v1/signals", params={"limit": 2}).json()
    second = running.get("/api/v1/signals", params={"limit": 2, "cursor": first["next_cursor"]}).json()
    assert [item["text"] for page in (first, second) for item in page["items"]] == [
        *("said 3", "said 2", "said 1")
    ]
    assert (first["total"], second["next_cursor"]) == (3, None)


def test_an_unknown_entity_is_not_found(client: Start) -> None:
    assert client().get("/api/v1/signals", params={"entity": uuid4().hex}).status_code == 404
