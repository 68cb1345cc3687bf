"""Queries over HTTP: most used first, filtered, paged, and one in full."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def log(world: World) -> dict[str, Any]:
    orders = world.dataset("shop.orders")
    two = {"kira": 2, "sam": 7}
    read = world.query("select amount from orders", (orders, "amount", "projected"), users=two,
                       at=day(9))  # fmt: skip
    star = world.query("select * from orders", (orders, "*", "projected"), users={"kira": 3}, at=day(2))
    text = world.query("insert into x select amount from orders", (orders, "amount", "filtered"),
                       job=world.job("load"))  # fmt: skip
    return {"read": read, "star": star, "text": text, "orders": orders}


def listed(client: TestClient, **params: Any) -> list[tuple[str, int]]:
    reply = client.get("/api/v1/queries", params=params)
    assert reply.status_code == 200, reply.text
    assert reply.json()["total"] == len(reply.json()["items"])
    return [(one["fingerprint"], one["runs"]) for one in reply.json()["items"]]


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({}, [("read", 9), ("star", 3)]),
        ({"user": "kira"}, [("star", 3), ("read", 2)]),
        ({"user": "nobody"}, []),
        ({"since": "2026-04-05T00:00:00Z"}, [("read", 9)]),
        ({"dataset": "orders", "column": "amount"}, [("read", 9), ("star", 3)]),
        ({"dataset": "orders", "column": "day"}, [("star", 3)]),
        ({"dataset": "orders", "role": "filtered", "kind": "all"}, [("text", 0)]),
        ({"kind": "job_text"}, [("text", 0)]),
        ({"text": "AMOUNT"}, [("read", 9)]),
        ({"dialect": "Postgres"}, [("read", 9), ("star", 3)]),
        ({"dialect": "spark"}, []),
    ],
)
def test_queries_are_filtered(
    client: Start, log: dict[str, Any], params: dict[str, str], found: list[tuple[str, int]]
) -> None:
    assert listed(client(), **params) == [(log[name], runs) for name, runs in found]


def test_pages_cover_all_queries_once(client: Start, log: dict[str, Any]) -> None:
    app, cursor, found = client(), None, []
    for _ in range(3):
        params: dict[str, Any] = {"limit": 1, "kind": "all"} | ({"cursor": cursor} if cursor else {})
        reply = app.get("/api/v1/queries", params=params).json()
        found += [one["fingerprint"] for one in reply["items"]]
        cursor = reply["next_cursor"]
    assert (found, cursor) == ([log["read"], log["star"], log["text"]], None)


def test_a_query_is_told_in_full(client: Start, log: dict[str, Any]) -> None:
    reply = client().get(f"/api/v1/queries/{log['read']}").json()
    assert [(one["name"], one["runs"]) for one in reply["users"]] == [("sam", 7), ("kira", 2)]
    assert reply["days"] == [{"day": "2026-04-09", "runs": 9}]
    assert [(one["column"], one["role"]) for one in reply["references"]] == [("amount", "projected")]
    assert (reply["query"]["kind"], reply["analysed"], reply["query"]["last_used"]) == (
        *("query", True),
        "2026-04-09T00:00:00Z",
    )


def test_the_text_of_a_job_names_the_job(client: Start, log: dict[str, Any]) -> None:
    reply = client().get(f"/api/v1/queries/{log['text']}").json()
    assert (reply["query"]["kind"], reply["jobs"]) == ("job_text", ["job:shopflow_airflow/load"])


def test_an_unknown_query_is_not_found(client: Start, log: dict[str, Any]) -> None:
    app = client()
    assert app.get(f"/api/v1/queries/{'0' * 32}").json()["code"] == "query-not-found"
    assert app.get("/api/v1/queries/nonsense").status_code == 422
    assert app.get("/api/v1/queries", params={"column": "amount"}).json()["field"] == "dataset"


def test_each_query_has_its_runs_day_by_day(client: Start, log: dict[str, Any]) -> None:
    read, star = client().get("/api/v1/queries").json()["items"]
    assert (len(read["daily"]), read["daily"][-1], sum(read["daily"])) == (30, 9, 9)
    # A week before the newest use of all.
    assert (star["daily"][-8], sum(star["daily"])) == (3, 3)
