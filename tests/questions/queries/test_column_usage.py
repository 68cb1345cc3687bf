"""Who reads which column, and the proof that nobody reads another."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def orders(world: World) -> int:
    orders = world.dataset("shop.orders")
    world.schema(orders, "id int", "amount int", "note text", "day date")
    world.query("a", (orders, "", "projected"), (orders, "amount", "projected"), (orders, "day", "filtered"),
                users={"kira": 4, "sam": 1}, at=day(20))  # fmt: skip
    world.query("b", (orders, "", "projected"), (orders, "Amount", "grouped"), users={"kira": 2}, at=day(19))
    world.query("c", (orders, "", "projected"), (orders, "id", "projected"), job=world.job("load"))
    return orders


def usage(client: TestClient, **params: Any) -> Any:
    reply = client.get("/api/v1/columns/usage", params={"asset": "shop.orders", **params})
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_readers_of_each_column_are_counted_with_their_roles(client: Start, orders: int) -> None:
    reply = usage(client())
    found = {one["name"]: (one["queries"], one["runs"], one["roles"]) for one in reply["columns"]}
    assert found == {
        "id": (0, 0, {}),
        "amount": (2, 7, {"projected": 1, "grouped": 1}),
        "note": (0, 0, {}),
        "day": (1, 5, {"filtered": 1}),
    }
    assert reply["unused"] == ["note"]
    assert reply["proof"] == {
        **{"queries": 2, "runs": 7, "analysed": 2, "not_analysed": [], "stars": 0, "unread": 0},
        "complete": True,
    }


def test_one_column_is_told_with_its_users_and_jobs(client: Start, orders: int) -> None:
    (amount,) = usage(client(), column="AMOUNT")["columns"]
    assert [(one["name"], one["queries"], one["runs"]) for one in amount["users"]] == [
        ("kira", 2, 6),
        ("sam", 1, 1),
    ]
    assert amount["last_used"] == "2026-04-20T00:00:00Z"
    (identity,) = usage(client(), column="id")["columns"]
    assert identity["jobs"] == ["job:shopflow_airflow/load"]


def test_a_column_that_is_gone_is_told_where_queries_still_read_it(
    client: Start, orders: int, world: World
) -> None:
    world.query("h", (orders, "", "projected"), (orders, "old", "projected"), users={"kira": 1}, at=day(20))
    app = client()
    assert [one["queries"] for one in usage(app, column="old")["columns"]] == [1]
    assert "old" not in [one["name"] for one in usage(app)["columns"]]


def test_uses_before_the_window_do_not_count(client: Start, orders: int, world: World) -> None:
    world.query("d", (orders, "", "projected"), (orders, "note", "projected"), users={"kira": 9}, at=day(1))
    app = client()
    assert usage(app)["unused"] == []
    assert usage(app, since="2026-04-10T00:00:00Z")["unused"] == ["note"]


def test_a_star_a_doubt_and_what_was_not_read_spoil_the_proof(
    client: Start, orders: int, world: World
) -> None:
    world.query("e", (orders, "", "projected"), (orders, "*", "projected"), users={"kira": 1}, at=day(20))
    doubt = (orders, "", "projected")
    world.query("f", doubt, users={"kira": 1}, at=day(20), problems=("nested too deep",))
    world.query("g", users={"kira": 1}, at=day(20), analysed=False)
    proof = usage(client())["proof"]
    assert (proof["queries"], proof["analysed"], proof["stars"], proof["unread"]) == (4, 3, 1, 1)
    assert proof["not_analysed"] == [{"reason": "nested too deep", "queries": 1}]
    assert proof["complete"] is False


def test_an_unknown_column_is_refused_with_the_nearest(client: Start, orders: int) -> None:
    reply = client().get("/api/v1/columns/usage", params={"asset": "shop.orders", "column": "amont"})
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["amount"])
