"""What batch jobs prepared is listed most telling first, and what is asked of them waits as work."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def columns(world: World) -> list[int]:
    """A declared column, a copy that nobody declared, and one that is declared and inherits nothing."""
    crm, mart = world.dataset("crm"), world.dataset("mart")
    email, copy, name = world.column(crm, "email"), world.column(mart, "contact"), world.column(mart, "name")
    _class(world, email, level=2, pii=True, declared_level=2, declared_pii=True, why="declared")
    handed = {"inherited_level": 2, "inherited_pii": True, "source_id": email, "pii_source_id": email}
    _class(world, copy, level=2, pii=True, depth=3, pii_depth=3, why="inherited", **handed)
    _class(world, name, level=3, declared_level=3, why="declared")
    _ran(world, "classify")
    return [email, copy, name]


def _class(world: World, column: int, **values: Any) -> None:
    plain = {"pii": False, "inherited_level": 0, "inherited_pii": False, "depth": 0, "pii_depth": 0}
    world._insert("effective_classes", {"column_id": column, "lowered_by": 0} | plain | values, "column_id")


def _ran(world: World, job: str) -> None:
    values = {"job": job, "batch": 1, "position": 7, "computed_at": day(3), "seconds": 1.0}
    world._insert("analytics_state", values | {"whole": True, "changed": 3}, "job")


def _reach(world: World, dataset: int, downstream: int, upstream: int, critical: int) -> None:
    values = {"dataset_id": dataset, "downstream": downstream, "upstream": upstream}
    values |= {"downstream_jobs": 1, "downstream_dashboards": 0, "downstream_critical": critical}
    world._insert(
        "dataset_reach", values | {"downstream_owners": 2, "exact": True, "traits": "0" * 32}, "exact"
    )


def fields(reply: dict[str, Any]) -> list[str]:
    return [item["column"]["field"] for item in reply["items"]]


def test_columns_are_listed_with_what_is_declared_and_what_is_inherited(
    client: Start, columns: list[int]
) -> None:
    reply = client().get("/api/v1/compliance/columns").json()
    assert (fields(reply), reply["total"]) == (["email", "contact", "name"], 3)
    assert (reply["computed_at"], reply["position"]) == ("2026-04-03T00:00:00Z", 7)
    email, contact, name = reply["items"]
    assert (email["declared"], email["inherited_from"]) == (
        {"classification": "confidential", "pii": True},
        None,
    )
    assert (contact["declared"], contact["effective"]) == (
        None,
        {"classification": "confidential", "pii": True},
    )
    assert contact["inherited_from"]["id"] == "column:ecommerce_warehouse/crm#email"
    assert (contact["depth"], contact["why"], contact["undeclared"]) == (3, "inherited", True)
    assert name["declared"] == {"classification": "restricted", "pii": None}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"undeclared": "true"}, ["contact"]),
        ({"inherited": "false"}, ["email", "name"]),
        ({"classification": "restricted"}, ["name"]),
        ({"pii": "true"}, ["email", "contact"]),
        ({"dataset": "mart"}, ["contact", "name"]),
        ({"dataset": "mart", "pii": "false"}, ["name"]),
    ],
)
def test_columns_are_filtered(
    client: Start, columns: list[int], asked: dict[str, str], found: list[str]
) -> None:
    reply = client().get("/api/v1/compliance/columns", params=asked).json()
    assert (fields(reply), reply["total"]) == (found, len(found))


def test_a_column_that_its_schema_no_longer_has_is_not_listed(
    client: Start, world: World, columns: list[int]
) -> None:
    mart = 2
    world.schema(mart, "contact text", "name text", until=day(5))
    world.schema(mart, "name text", since=day(5))
    reply = client().get("/api/v1/compliance/columns").json()
    assert (fields(reply), reply["total"]) == (["email", "name"], 2)


def test_columns_come_in_pages(client: Start, columns: list[int]) -> None:
    running, cursor, seen = client(), None, []
    while True:
        asked = {"limit": 1} | ({"cursor": cursor} if cursor else {})
        reply = running.get("/api/v1/compliance/columns", params=asked).json()
        seen += fields(reply)
        if (cursor := reply["next_cursor"]) is None:
            break
    assert seen == ["email", "contact", "name"]


def test_before_the_first_run_nothing_is_known_and_that_is_told(client: Start) -> None:
    empty = {"items": [], "total": 0, "next_cursor": None, "computed_at": None, "position": None}
    assert client().get("/api/v1/compliance/columns").json() == empty
    assert client().get("/api/v1/ranking").json() == empty


def test_columns_of_an_unknown_dataset_are_not_found(client: Start, columns: list[int]) -> None:
    reply = client().get("/api/v1/compliance/columns", params={"dataset": "crms"})
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["ecommerce_warehouse/crm"])


def test_a_column_that_a_rebuild_swept_away_is_not_listed(
    client: Start, columns: list[int], world: World
) -> None:
    world.connection.execute("delete from nodes where id = %s", [columns[2]])
    reply = client().get("/api/v1/compliance/columns").json()
    assert (fields(reply), reply["total"]) == (["email", "contact"], 2)


def test_columns_of_a_dropped_dataset_are_not_listed(client: Start, columns: list[int], world: World) -> None:
    world.connection.execute("update nodes set dropped_at = %s where name = 'mart'", [day(2)])
    reply = client().get("/api/v1/compliance/columns").json()
    assert (fields(reply), reply["total"]) == (["email"], 1)


def test_personal_data_without_a_class_is_not_told_as_declared_confidential(
    client: Start, columns: list[int], world: World
) -> None:
    why = "declared confidential and personal"
    world.connection.execute("update effective_classes set why = %s", [why])
    world.label(columns[0], None, True)
    email = client().get("/api/v1/compliance/columns").json()["items"][0]
    assert email["declared"] == {"classification": None, "pii": True}
    assert email["effective"] == {"classification": "confidential", "pii": True}
    assert email["why"] == "declared personal without a class, which counts as confidential"
    world.connection.execute("update column_labels set classification = 'confidential'")
    email = client().get("/api/v1/compliance/columns").json()["items"][0]
    assert (email["declared"]["classification"], email["why"]) == ("confidential", why)


@pytest.mark.parametrize(
    ("order", "names"), [("downstream", "abc"), ("upstream", "cba"), ("critical", "bac")]
)
def test_datasets_are_ranked_in_pages(client: Start, world: World, order: str, names: str) -> None:
    for name, counts in {"a": (9, 0, 1), "b": (5, 1, 3), "c": (0, 7, 0)}.items():
        _reach(world, world.dataset(name), *counts)
    _ran(world, "reach")
    running = client()
    first = running.get("/api/v1/ranking", params={"order": order, "limit": 2}).json()
    rest = running.get("/api/v1/ranking", params={"order": order, "cursor": first["next_cursor"]}).json()
    assert "".join(item["dataset"]["name"] for item in first["items"] + rest["items"]) == names
    assert (first["total"], rest["next_cursor"], rest["position"]) == (3, None, 7)


def test_a_ranked_dataset_says_who_wrote_it_last_and_how_many_people_read_it(
    client: Start, world: World
) -> None:
    orders, empty = world.dataset("orders"), world.dataset("empty")
    first, last = world.job("first"), world.job("last")
    world.writes(first, orders, since=day(1), last_seen=day(1))
    world.writes(last, orders, since=day(2), last_seen=day(2))
    world.query("select id from orders", (orders, "id", "projected"), users={"ann": 2, "bob": 1})
    world.query("select id, at from orders", (orders, "at", "filtered"), users={"ann": 1})
    world.query("delete from orders", (orders, "", "written"), users={"eve": 1})
    _reach(world, orders, 5, 1, 1)
    _reach(world, empty, 4, 0, 0)
    _ran(world, "reach")
    found = client().get("/api/v1/ranking").json()["items"]
    writers = [one["written_by"] and one["written_by"]["name"] for one in found]
    assert (writers, [one["readers"] for one in found]) == (["last", None], [2, 0])


@pytest.mark.parametrize(
    ("path", "body", "kind", "arguments"),
    [
        ("/analytics/run", {}, "analytics", {"whole": False}),
        (
            "/closure",
            {"level": "column", "depth": 3, "format": "csv", "max_rows": 5},
            "closure",
            {"level": "column", "depth": 3, "format": "csv", "max_rows": 5},
        ),
        (
            "/closure/estimate",
            {},
            "closure_estimate",
            {"level": "dataset", "depth": None, "format": "parquet"},
        ),
    ],
)
def test_a_request_becomes_work_that_can_be_followed(
    client: Start, path: str, body: dict[str, Any], kind: str, arguments: dict[str, Any]
) -> None:
    running = client()
    reply = running.post(f"/api/v1{path}", json=body)
    assert (reply.status_code, reply.json()["kind"], reply.json()["arguments"]) == (202, kind, arguments)
    assert running.get(f"/api/v1/work/{reply.json()['id']}").json() == reply.json()


def test_a_closure_of_no_depth_is_refused(client: Start) -> None:
    assert client().post("/api/v1/closure", json={"depth": 0}).status_code == 422
