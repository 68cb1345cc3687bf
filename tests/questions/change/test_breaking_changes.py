"""What a proposed schema breaks, over HTTP: changes judged by lineage, and their impact taken together."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from tests.world import World

Start = Callable[[], TestClient]


@pytest.fixture
def shop(world: World) -> World:
    """Both columns of orders that are used lead to the same report; `note` is used by nobody."""
    orders, report = world.dataset("orders"), world.dataset("report")
    job = world.job("build")
    world.schema(orders, "id bigint", "amount decimal(10,2)", "note text")
    for source, target in (("id", "order_id"), ("amount", "total")):
        world.edge(
            EdgeKind.COLUMN,
            world.column(orders, source),
            world.column(report, target),
            owner=job,
            origin="column_facet",
        )
    world.edge(EdgeKind.FEEDS, orders, report, owner=job, origin="column_facet")
    world.reads(orders, job)
    return world


def judge(client: TestClient, *columns: Any, asset: str = "orders") -> Any:
    listed = [
        dict(zip(("name", "type"), column.split(" ", 1), strict=False)) if isinstance(column, str) else column
        for column in columns
    ]
    return client.post("/api/v1/breaking-changes", json={"asset": asset, "columns": listed})


ID, AMOUNT, NOTE = "id bigint", "amount decimal(10,2)", "note text"


def test_nothing_changed_breaks_nothing(client: Start, shop: World) -> None:
    reply = judge(client(), ID, AMOUNT, NOTE).json()
    assert (reply["asset"]["name"], reply["changes"], reply["verdict"]) == ("orders", [], "compatible")
    assert (reply["impact"]["total"]["assets"], reply["impact"]["affected"]) == (0, [])


def test_a_used_column_that_goes_is_breaking_and_an_unused_one_is_not(client: Start, shop: World) -> None:
    running = client()
    (change,) = judge(running, ID, NOTE).json()["changes"]
    assert (change["kind"], change["column"], change["verdict"]) == ("removed", "amount", "breaking")
    assert "the one that reads it directly fails" in change["reason"]
    unused = judge(running, ID, AMOUNT).json()
    assert (unused["changes"][0]["column"], unused["verdict"]) == ("note", "compatible")
    assert unused["impact"]["total"]["assets"] == 0


def test_the_impact_of_all_changes_has_no_repeats(client: Start, shop: World) -> None:
    reply = judge(client(), "id int", NOTE).json()
    assert {(change["column"], change["kind"]) for change in reply["changes"]} == {
        ("id", "type_changed"),
        ("amount", "removed"),
    }
    assert [item["node"]["name"] for item in reply["impact"]["affected"]] == ["report", "build"]
    assert reply["impact"]["affected"][0]["columns_total"] == 2
    assert (reply["verdict"], reply["impact"]["next_cursor"]) == ("breaking", None)


def test_a_compatible_change_to_a_used_column_affects_nothing(client: Start, shop: World) -> None:
    reply = judge(client(), ID, "amount decimal(12,2)", NOTE).json()
    assert [(change["how"], change["verdict"]) for change in reply["changes"]] == [("widening", "compatible")]
    assert reply["impact"]["total"]["assets"] == 0


def test_a_rename_is_seen_with_lineage_as_evidence(client: Start, shop: World) -> None:
    reply = judge(client(), ID, "total decimal(10,2)", NOTE).json()
    (change,) = reply["changes"]
    assert (change["kind"], change["column"], change["new_name"]) == ("renamed", "amount", "total")
    assert change["probability"] > 0.5
    assert "lineage" in {evidence["what"] for evidence in change["evidence"]}


def test_no_change_to_a_column_is_judged_worse_than_its_removal(client: Start, shop: World) -> None:
    assert judge(client(), ID, AMOUNT, "note int").json()["verdict"] == "compatible"
    shop.reads(1, shop.job("silent"))
    running = client()
    (change,) = judge(running, ID, AMOUNT, "note int").json()["changes"]
    assert (change["kind"], change["verdict"]) == ("type_changed", "risky")
    (change,) = judge(running, ID, NOTE).json()["changes"]
    assert (change["column"], change["verdict"]) == ("amount", "breaking")


def test_a_reader_that_tells_no_columns_may_read_any(client: Start, shop: World) -> None:
    shop.reads(1, shop.job("silent"))
    reply = judge(client(), ID, AMOUNT).json()
    (change,) = reply["changes"]
    assert (change["column"], change["verdict"]) == ("note", "risky")
    assert "1 that reads the dataset does not say which columns" in change["reason"]
    assert [(item["node"]["name"], item["level"]) for item in reply["impact"]["affected"]] == [
        ("silent", "dataset")
    ]


def test_parts_of_a_structure_are_compared_where_they_are_proposed(client: Start, world: World) -> None:
    crm = world.dataset("crm")
    world.schema(crm, "id bigint")
    fields = (
        '[{"name": "at", "type": "struct", "fields": [{"name": "zip", "type": "text"},'
        ' {"name": "geo", "type": "struct", "fields": [{"name": "x", "type": "int"}]}]}]'
    )
    world.connection.execute("update schemas set fields = %s", [fields])
    running = client()
    assert judge(running, "at struct", asset="crm").json()["changes"] == []
    reply = judge(running, "at struct", "at.zip text", "at.geo struct", asset="crm").json()
    assert [(change["kind"], change["column"]) for change in reply["changes"]] == [("removed", "at.geo.x")]


def test_other_spellings_of_the_fields_are_understood(client: Start, shop: World) -> None:
    body = {
        "assetName": "orders",
        "columns": [
            {"name": "id", "dataType": "bigint", "isNullable": True},
            {"name": "amount", "data_type": "decimal(10,2)"},
            {"name": "note", "type": "text"},
        ],
    }
    reply = client().post("/api/v1/breaking-changes", json=body)
    assert (reply.status_code, reply.json()["changes"]) == (200, [])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"columns": [{"name": "id", "typ": "text"}]}, "columns.0.typ"),
        ({"columns": [], "colums": []}, "colums"),
        ({"columns": [{"name": "i\x00d"}]}, "columns.0.name"),
        ({"columns": [{"name": "id", "type": "te\x00xt"}]}, "columns.0.type"),
        ({"columns": [{"name": "\ud800"}]}, "columns.0.name"),
    ],
)
def test_what_is_misspelled_or_cannot_be_a_name_is_refused(
    client: Start, shop: World, body: Any, field: str
) -> None:
    text = json.dumps({"asset": "orders"} | body)
    headers = {"content-type": "application/json"}
    reply = client().post("/api/v1/breaking-changes", content=text, headers=headers)
    assert (reply.status_code, reply.json()["field"]) == (422, field)


def test_columns_may_be_proposed_as_the_catalog_has_them(client: Start, shop: World) -> None:
    more = {"isPII": True, "classification": "restricted", "tags": ["gdpr"], "description": "The order's."}
    reply = judge(client(), {"name": "id", "type": "bigint"} | more, AMOUNT, NOTE)
    assert (reply.status_code, reply.json()["changes"]) == (200, [])


def test_without_a_known_schema_everything_downstream_is_at_risk(client: Start, world: World) -> None:
    raw, mart, job = world.dataset("raw"), world.dataset("mart"), world.job("load")
    world.reads(raw, job)
    world.writes(job, mart)
    world.edge(EdgeKind.FEEDS, raw, mart, owner=job)
    running = client()
    for proposed in ([ID], []):
        reply = judge(running, *proposed, asset="raw").json()
        (change,) = reply["changes"]
        assert (change["kind"], change["column"], change["verdict"]) == ("schema_unknown", "", "risky")
        assert "No schema of this dataset is known" in change["reason"]
        assert {item["node"]["name"] for item in reply["impact"]["affected"]} == {"mart", "load"}
        assert reply["verdict"] == "risky"


def test_without_a_known_schema_and_with_nothing_downstream_a_proposal_is_compatible(
    client: Start, world: World
) -> None:
    world.dataset("raw")
    reply = judge(client(), ID, asset="raw").json()
    assert (reply["verdict"], reply["impact"]["total"]["assets"]) == ("compatible", 0)
    assert reply["changes"][0]["reason"].startswith("No schema of this dataset is known")


def test_the_impact_of_a_new_order_is_that_of_all_columns_at_other_places(client: Start, shop: World) -> None:
    reply = judge(client(), NOTE, ID, AMOUNT).json()
    assert [(change["kind"], change["column"]) for change in reply["changes"]] == [("reordered", "note")]
    assert reply["impact"]["affected"][0]["columns_total"] == 2


def test_a_column_added_before_others_is_as_risky_as_a_new_order(client: Start, shop: World) -> None:
    running = client()
    reply = judge(running, ID, "region text", AMOUNT, NOTE).json()
    assert [(change["kind"], change["verdict"]) for change in reply["changes"]] == [
        ("added", "compatible"),
        ("reordered", "risky"),
    ]
    assert reply["impact"]["affected"][0]["columns"] == ["total"]
    assert judge(running, ID, AMOUNT, NOTE, "region text").json()["verdict"] == "compatible"


def test_columns_that_only_lineage_tells_have_no_order(client: Start, shop: World) -> None:
    reply = judge(client(), "total", "order_id", asset="report").json()
    assert reply["changes"] == []


def test_an_unknown_asset_is_answered_with_the_nearest_names(client: Start, shop: World) -> None:
    reply = judge(client(), ID, asset="ordres")
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["ecommerce_warehouse/orders"])
    assert judge(client(), ID, asset="build").status_code == 404


def test_nullability_is_compared_where_the_catalog_tells_it(
    world: World, client: Callable[[], TestClient]
) -> None:
    orders = world.dataset("orders", namespace="shop")
    world.facet(orders, "headwater_asset.columns", {"columns": [{"name": "id", "nullable": False}]})
    world.facet(orders, "schema", {"fields": [{"name": "id"}]})
    world.column(orders, "id")
    body = {"asset": "shop/orders", "columns": [{"name": "id", "nullable": True}]}
    answer = client().post("/api/v1/breaking-changes", json=body).json()

    assert [(one["kind"], one["how"], one["verdict"]) for one in answer["changes"]] == [
        ("nullability_changed", "loosened", "compatible")
    ]
