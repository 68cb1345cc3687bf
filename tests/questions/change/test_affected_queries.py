"""Queries are no pipelines: they are listed beside, and only where they read what is affected."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def shop(world: World) -> dict[str, int]:
    """orders#amount feeds daily#total by load; people and jobs read orders."""
    orders, daily = world.dataset("shop.orders"), world.dataset("shop.daily", tier="1")
    load, check, people = world.job("load"), world.job("check"), world.job("q_1", type="QUERY")
    amount, total = world.column(orders, "amount"), world.column(daily, "total")
    world.column(orders, "note")
    world.schema(orders, "amount int", "note text", "day date", "coupon text")
    world.schema(daily, "total int")
    world.reads(orders, load)
    world.writes(load, daily, flows=False)
    world.edge(EdgeKind.FEEDS, orders, daily, owner=load)
    world.edge(EdgeKind.COLUMN, amount, total, owner=load, origin="column_facet")
    world.reads(orders, people)
    world.reads(orders, check)
    world.query("select amount from orders", (orders, "", "projected"), (orders, "amount", "projected"),
                users={"kira": 7, "sam": 2}, at=day(9))  # fmt: skip
    world.query("select note from orders", (orders, "", "projected"), (orders, "note", "projected"),
                users={"kira": 5}, job=people, at=day(9))  # fmt: skip
    world.query("select total from daily", (daily, "", "projected"), (daily, "total", "filtered"),
                users={"sam": 1}, at=day(9))  # fmt: skip
    world.query("insert into checks select 1 from orders where amount > 3", (orders, "", "projected"),
                (orders, "amount", "filtered"), job=check)  # fmt: skip
    return {"orders": orders, "daily": daily, "people": people}


def impact(client: TestClient, **params: Any) -> Any:
    reply = client.get("/api/v1/impact", params={"asset": "shop.orders", **params})
    assert reply.status_code == 200, reply.text
    return reply.json()


def asked(reply: Any) -> list[tuple[str, str, int, int]]:
    return [(one["text"], one["level"], one["depth"], one["runs"]) for one in reply["queries"]["items"]]


def test_a_column_reaches_the_queries_that_read_it_and_those_behind_it(
    client: Start, shop: dict[str, int]
) -> None:
    reply = impact(client(), column="amount")
    assert asked(reply) == [
        ("select amount from orders", "column", 1, 9),
        ("select total from daily", "column", 2, 1),
    ]
    assert (reply["total"]["queries"], reply["total"]["users"], reply["queries"]["runs"]) == (2, 2, 10)
    assert reply["queries"]["users"] == [
        {"name": "sam", "queries": 2, "runs": 3},
        {"name": "kira", "queries": 1, "runs": 7},
    ]


def test_a_query_is_no_pipeline(client: Start, shop: dict[str, int]) -> None:
    for params in ({}, {"column": "amount"}):
        reply = impact(client(), **params)
        assert all("q_1" not in item["node"]["name"] for item in reply["affected"])
        assert all("q_1" not in name for name in reply["pipelines"]["items"])


def test_a_job_that_only_filters_by_a_column_is_reached_with_its_path(
    client: Start, shop: dict[str, int]
) -> None:
    reply = impact(client(), column="amount")
    found = {item["node"]["name"]: item for item in reply["affected"] if item["node"]["kind"] == "job"}
    assert sorted(found) == ["check", "load"]
    assert (found["check"]["level"], found["check"]["depth"]) == ("column", 1)
    assert [step["kind"] for step in found["check"]["path"]] == ["reads"]


def test_a_depth_cuts_queries_off_as_well(client: Start, shop: dict[str, int]) -> None:
    assert [one[0] for one in asked(impact(client(), column="amount", depth=1))] == [
        "select amount from orders"
    ]


def test_the_whole_dataset_reaches_all_that_name_it(client: Start, shop: dict[str, int]) -> None:
    assert {one[0] for one in asked(impact(client()))} == {
        "select amount from orders",
        "select note from orders",
        "select total from daily",
    }


def test_a_star_reads_every_column_and_a_text_in_doubt_perhaps(
    client: Start, shop: dict[str, int], world: World
) -> None:
    orders = shop["orders"]
    star = "select * from orders"
    world.query(star, (orders, "", "projected"), (orders, "*", "projected"), users={"kira": 1})
    doubt = "select somehow from orders"
    world.query(doubt, (orders, "", "projected"), users={"kira": 1}, problems=("not readable",))
    found = {one[0]: one[1] for one in asked(impact(client(), column="coupon"))}
    assert found == {star: "column", doubt: "dataset"}


def test_what_only_writes_a_column_does_not_depend_on_it(
    client: Start, shop: dict[str, int], world: World
) -> None:
    orders = shop["orders"]
    world.query("update orders set coupon = 0", (orders, "coupon", "written"), users={"kira": 1})
    assert asked(impact(client(), column="coupon")) == []


def test_a_query_without_a_text_is_counted(client: Start, shop: dict[str, int], world: World) -> None:
    world.reads(shop["orders"], world.job("q_2", type="query"))
    assert impact(client())["queries"]["unread"] == 1


@pytest.mark.parametrize(
    ("column", "verdict"), [("amount", "breaking"), ("note", "breaking"), ("day", "compatible")]
)
def test_dropping_a_column_breaks_only_who_reads_it(
    client: Start, shop: dict[str, int], column: str, verdict: str
) -> None:
    columns = [{"name": name} for name in ("amount", "note", "day", "coupon") if name != column]
    body = {"asset": "shop.orders", "columns": columns}
    reply = client().post("/api/v1/breaking-changes", json=body).json()
    assert [(one["column"], one["verdict"]) for one in reply["changes"]] == [(column, verdict)]


def test_a_star_makes_it_risky_to_drop_what_nobody_names(
    client: Start, shop: dict[str, int], world: World
) -> None:
    orders = shop["orders"]
    world.query("select * from orders", (orders, "*", "projected"), users={"kira": 1})
    body = {"asset": "shop.orders", "columns": [{"name": name} for name in ("amount", "note", "coupon")]}
    (change,) = client().post("/api/v1/breaking-changes", json=body).json()["changes"]
    assert change["verdict"] == "risky"
