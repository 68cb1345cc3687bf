"""Where sensitive data goes, over HTTP: by column, class or tag, with the name it has there."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from headwater.questions.compliance import flows as compliance
from headwater.store.queries.paging import encode
from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def shop(world: World) -> World:
    """crm.customers#email goes into marts: copied, hashed, masked, counted, and as a filter."""
    crm = world.dataset("crm.customers", owners=["team:crm"])
    mart = world.dataset("mart", owners=["ann"], type="TABLE")
    export = world.dataset("export")
    job = world.job("build")
    email, phone = world.column(crm, "email"), world.column(crm, "phone")
    world.label(email, "restricted", True, "gdpr")
    world.label(phone, None, True)
    contact = world.column(mart, "contact")

    def edge(source: int, name: str, kind: EdgeKind = EdgeKind.COLUMN, **more: Any) -> int:
        target = world.column(mart, name)
        world.edge(kind, source, target, owner=job, origin="column_facet", **more)
        return target

    world.edge(EdgeKind.COLUMN, email, contact, owner=job, origin="column_facet", since=day(10))
    edge(email, "email_key", masking=True, description="sha256 of it")
    edge(email, "hidden", masking=True, description="count(email)")
    edge(email, "emails", subtype="AGGREGATION")
    edge(email, "flag", EdgeKind.COLUMN_INDIRECT, subtype="CONDITIONAL")
    world.edge(EdgeKind.COLUMN_TO_DATASET, email, mart, owner=job, origin="column_facet", subtype="FILTER")
    world.edge(EdgeKind.FEEDS, mart, export, owner=world.job("ship"), origin="lineage_facet")
    return world


def get(client: TestClient, **params: Any) -> Any:
    reply = client.get("/api/v1/compliance/flows", params=params)
    assert reply.status_code == 200, reply.text
    return reply.json()


def told(source: Any) -> dict[str, tuple[str, str | None, bool]]:
    return {
        item["column"]["field"] or item["column"]["name"]: (
            item["effect"],
            item["classification"],
            item["pii"],
        )
        for item in source["flows"]["items"]
    }


def test_a_class_is_kept_lowered_or_ended_under_the_name_it_has_there(client: Start, shop: World) -> None:
    (source,) = get(client(), column="crm.customers.email")["sources"]
    assert (source["column"]["field"], source["classification"], source["pii"]) == (
        "email",
        "restricted",
        True,
    )
    assert source["owners"] == ["team:crm"]
    assert told(source) == {
        "contact": ("kept", "restricted", True),
        "email_key": ("lowered", "internal", False),
        "emails": ("lowered", "confidential", False),
        "hidden": ("ended", None, False),
        "flag": ("indirect", None, False),
        "mart": ("indirect", None, False),
    }
    assert source["flows"]["total"] == 6


def test_masking_that_does_not_say_how_is_followed_as_a_hash_is(client: Start, shop: World) -> None:
    mart, further = 2, shop.dataset("further")
    source, key = shop.column(shop.dataset("raw"), "email"), shop.column(mart, "key_of_raw")
    shop.label(source, "restricted", True)
    shop.edge(EdgeKind.COLUMN, source, key, owner=mart, origin="column_facet", masking=True, description="")
    shop.edge(EdgeKind.COLUMN, key, shop.column(further, "key"), owner=further, origin="column_facet")
    (traced,) = get(client(), column="raw.email")["sources"]
    assert told(traced) == {
        "key_of_raw": ("lowered", "internal", False),
        "key": ("lowered", "internal", False),
    }


def test_values_are_in_an_asset_without_columns_where_an_edge_brings_them(client: Start, shop: World) -> None:
    email = 5
    board, seen, filtered = (shop.dataset(name) for name in ("board", "seen", "filtered"))
    for target, subtype in ((board, "IDENTITY"), (filtered, "FILTER")):
        shop.edge(EdgeKind.COLUMN_TO_DATASET, email, target, owner=target, origin="declared", subtype=subtype)
    shop.edge(EdgeKind.FEEDS, board, seen, owner=seen, origin="declared")
    reply = get(client(), column="crm.customers.email")
    (source,) = reply["sources"]
    assert told(source)["board"] == ("kept", "restricted", True)
    assert told(source)["filtered"] == ("indirect", None, False)
    places = {item["column"]["name"]: item for item in source["flows"]["items"]}
    assert places["board"]["undeclared"] is True
    assert "dataset:ecommerce_warehouse/seen" in reply["unknown"]["datasets"]


def test_each_place_comes_with_its_path_and_the_owner_there(client: Start, shop: World) -> None:
    (source,) = get(client(), column="ecommerce_warehouse/crm.customers#email")["sources"]
    hashed = next(item for item in source["flows"]["items"] if item["column"]["field"] == "email_key")
    (step,) = hashed["path"]
    assert (step["from"], step["to"]) == (source["column"]["id"], hashed["column"]["id"])
    assert (step["masking"], step["description"]) == (True, "sha256 of it")
    assert (hashed["owners"], hashed["type"], hashed["depth"]) == (["ann"], "TABLE", 1)


def test_of_very_many_places_the_nearest_are_shown_and_all_are_counted(client: Start, shop: World) -> None:
    wide, phone = shop.dataset("wide"), 6
    for number in range(203):
        column = shop.column(wide, f"c{number}")
        shop.edge(EdgeKind.COLUMN, phone, column, owner=wide, origin="declared")
    (source,) = get(client(), column="crm.customers.phone")["sources"]
    assert (source["flows"]["total"], len(source["flows"]["items"])) == (203, 200)
    assert source["flows"]["items"][0]["path"][0]["job"] is None


def test_as_many_places_are_shown_as_are_asked_for(client: Start, shop: World) -> None:
    running = client()
    (source,) = get(running, column="crm.customers.email", flows_limit=4)["sources"]
    assert (source["flows"]["total"], len(source["flows"]["items"])) == (6, 4)
    for wrong in (0, 10_001):
        assert running.get(f"/api/v1/compliance/flows?tag=pii&flows_limit={wrong}").status_code == 422


def test_a_page_ends_early_when_its_sources_reach_very_many_columns(
    client: Start, shop: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, contact = 6, 7
    shop.edge(EdgeKind.COLUMN, phone, contact, owner=1, origin="declared")
    monkeypatch.setattr(compliance, "FLOWS_A_PAGE", 6)
    running = client()
    first = get(running, tag="pii")
    rest = get(running, tag="pii", cursor=first["next_cursor"])
    assert [len(page["sources"]) for page in (first, rest)] == [1, 1]
    assert rest["sources"][0]["column"]["field"] == "phone"
    assert (first["total"], rest["next_cursor"]) == (2, None)


def test_each_place_says_what_is_declared_there_and_whether_that_is_enough(
    client: Start, shop: World
) -> None:
    contact = 7
    (source,) = get(client(), column="crm.customers.email")["sources"]
    places = {item["column"]["field"]: item for item in source["flows"]["items"]}
    assert (places["contact"]["declared"], places["contact"]["undeclared"]) == (None, True)
    assert (places["emails"]["undeclared"], places["hidden"]["undeclared"]) == (True, False)
    assert (places["flag"]["undeclared"], places[None]["undeclared"]) == (False, False)
    shop.label(contact, "restricted")
    (source,) = get(client(), column="crm.customers.email")["sources"]
    place = next(item for item in source["flows"]["items"] if item["column"]["field"] == "contact")
    assert (place["declared"], place["undeclared"]) == ({"classification": "restricted", "pii": None}, True)
    shop.connection.execute("update column_labels set pii = true where column_id = %s", [contact])
    (source,) = get(client(), column="crm.customers.email")["sources"]
    place = next(item for item in source["flows"]["items"] if item["column"]["field"] == "contact")
    assert place["undeclared"] is False


def test_personal_data_without_a_class_says_what_it_counts_as(client: Start, shop: World) -> None:
    email, phone = get(client(), tag="pii")["sources"]
    assert (email["classification"], email["counts_as"]) == ("restricted", "restricted")
    assert (phone["classification"], phone["counts_as"], phone["pii"]) == (None, "confidential", True)


def test_columns_of_a_dropped_dataset_are_sources_only_before_the_drop(client: Start, shop: World) -> None:
    shop.connection.execute("update nodes set dropped_at = %s where name = 'crm.customers'", [day(15)])
    running = client()
    for asked in ({"tag": "pii"}, {"classification": "restricted"}):
        assert (get(running, **asked)["total"], get(running, **asked)["sources"]) == (0, [])
    assert get(running, tag="pii", as_of="2026-04-12T00:00:00Z")["total"] == 2
    assert get(running, tag="pii", as_of="2026-04-16T00:00:00Z")["total"] == 0


def test_where_the_data_was_in_the_past_is_another_answer(client: Start, shop: World) -> None:
    reply = get(client(), column="crm.customers.email", as_of="2026-04-05T00:00:00Z")
    assert "contact" not in told(reply["sources"][0])
    assert reply["as_of"] == "2026-04-05T00:00:00Z"


def test_sources_are_found_by_class_and_by_tag_a_page_at_a_time(client: Start, shop: World) -> None:
    running = client()
    assert [one["column"]["field"] for one in get(running, classification="Restricted")["sources"]] == [
        "email"
    ]
    assert [one["column"]["field"] for one in get(running, tag="gdpr")["sources"]] == ["email"]
    first = get(running, tag="pii", limit=1)
    rest = get(running, tag="pii", limit=1, cursor=first["next_cursor"])
    assert [page["sources"][0]["column"]["field"] for page in (first, rest)] == ["email", "phone"]
    assert (first["total"], rest["total"], rest["next_cursor"]) == (2, 2, None)


def test_a_tag_that_no_column_has_is_no_clean_answer(client: Start, shop: World) -> None:
    running = client()
    reply = running.get("/api/v1/compliance/flows?tag=gdrp")
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["gdpr"])
    shop.connection.execute("delete from column_labels")
    assert get(running, tag="PII")["total"] == 0


def test_a_dataset_named_as_a_column_is_answered_with_its_columns(client: Start, shop: World) -> None:
    reply = client().get("/api/v1/compliance/flows?column=crm.customers")
    assert (reply.status_code, reply.json()["field"]) == (422, "column")
    assert "`ecommerce_warehouse/crm.customers` is a dataset" in reply.text
    assert "email, phone" in reply.text


def test_a_column_that_its_schema_no_longer_has_is_gone(client: Start, shop: World) -> None:
    crm, mart = 1, 2
    shop.schema(mart, "contact text", "emails int", until=day(5))
    shop.schema(mart, "emails int", since=day(5))
    shop.schema(crm, "email text", "phone text", until=day(5))
    shop.schema(crm, "email text", since=day(5))
    running = client()
    (source,) = get(running, tag="pii")["sources"]
    assert source["column"]["field"] == "email"
    places = {item["column"]["field"]: item for item in source["flows"]["items"]}
    assert (places["contact"]["gone"], places["contact"]["undeclared"]) == (True, False)
    # What no schema ever had, only lineage can tell of.
    assert (places["emails"]["gone"], places["email_key"]["gone"]) == (False, False)
    assert get(running, tag="pii", as_of="2026-04-04T00:00:00Z")["total"] == 2
    shop.connection.execute("update nodes set last_seen = %s where field = 'contact'", [day(6)])
    (source,) = get(running, tag="pii")["sources"]
    assert not any(item["gone"] for item in source["flows"]["items"])


def test_a_source_comes_with_what_it_is_made_from(client: Start, shop: World) -> None:
    email, signup = 5, shop.column(shop.dataset("web.signups"), "mail")
    shop.edge(EdgeKind.COLUMN, signup, email, owner=1, origin="declared")
    (source,) = get(client(), column="crm.customers.email")["sources"]
    assert source["upstream"] == {"total": 1, "items": ["column:ecommerce_warehouse/web.signups#mail"]}


def test_labels_of_an_alias_speak_for_the_column_that_it_stands_for(client: Start, shop: World) -> None:
    other = shop.dataset("customers_view")
    alias = shop.column(other, "email")
    shop.label(alias, "internal")
    email = 5
    shop.alias(alias, email)
    (source,) = get(client(), classification="internal")["sources"]
    assert (source["column"]["name"], source["classification"]) == ("crm.customers", "restricted")
    assert source["pii"] is True


def test_a_dotted_name_is_split_at_the_last_dot_that_makes_sense(client: Start, shop: World) -> None:
    nested = shop.dataset("lake", namespace="raw")
    for field in ("at.city", "city"):
        shop.column(nested, field)
    shop.column(shop.dataset("lake.at", namespace="raw"), "city")
    running = client()
    (source,) = get(running, column="raw.lake.at.city")["sources"]
    assert source["column"]["id"] == "column:raw/lake.at#city"
    (source,) = get(running, column="raw/lake.at.city")["sources"]
    assert source["column"]["id"] == "column:raw/lake.at#city"


def test_datasets_of_whose_columns_nothing_is_told_are_listed_as_unknown(client: Start, shop: World) -> None:
    assert get(client(), column="crm.customers.email")["unknown"] == {
        "total": 1,
        "datasets": ["dataset:ecommerce_warehouse/export"],
        "reason": "no column lineage known",
    }
    assert get(client(), column="crm.customers.phone")["unknown"] is None


def test_all_that_lies_beyond_a_dataset_without_columns_is_unknown(client: Start, shop: World) -> None:
    export, crm = 3, 1
    abroad, rows, beyond = (shop.dataset(name) for name in ("abroad", "rows", "beyond"))
    ship = shop.job("further")
    for source, target in ((export, abroad), (abroad, crm)):
        shop.edge(EdgeKind.FEEDS, source, target, owner=ship, origin="lineage_facet")
    copied = shop.column(export, "copied")
    shop.edge(EdgeKind.COLUMN, copied, shop.column(beyond, "copy"), owner=beyond, origin="column_facet")
    shop.edge(EdgeKind.COLUMN_INDIRECT, copied, shop.column(rows, "key"), owner=rows, origin="column_facet")
    unknown = get(client(), column="crm.customers.email")["unknown"]
    found = [name.removeprefix("dataset:ecommerce_warehouse/") for name in unknown["datasets"]]
    # Not `rows`, where the columns only decide, nor the source itself, to which it all comes back.
    assert (unknown["total"], sorted(found)) == (3, ["abroad", "beyond", "export"])


def test_a_column_that_nobody_classified_is_traced_without_a_class(client: Start, shop: World) -> None:
    shop.connection.execute("delete from column_labels")
    (source,) = get(client(), column="crm.customers.email")["sources"]
    assert (source["classification"], source["pii"]) == (None, False)
    assert told(source)["contact"] == ("kept", None, False)
    assert told(source)["hidden"] == ("ended", None, False)


def test_a_column_that_only_the_schema_knows_flows_nowhere_that_is_known(client: Start, shop: World) -> None:
    shop.schema(2, "contact text", "address.city text")
    reply = get(client(), column="mart.address.city")
    assert (reply["total"], reply["sources"][0]["flows"]) == (1, {"items": [], "total": 0})
    assert reply["sources"][0]["column"]["id"] == "column:ecommerce_warehouse/mart#address.city"
    assert (reply["sources"][0]["owners"], reply["unknown"]["total"]) == (["ann"], 1)


def test_a_column_that_is_not_known_is_answered_with_the_nearest(client: Start, shop: World) -> None:
    running = client()
    reply = running.get("/api/v1/compliance/flows?column=crm.customers.emial")
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["email"])
    assert running.get("/api/v1/compliance/flows?column=crm.customers%23emial").status_code == 404
    assert running.get("/api/v1/compliance/flows?column=a.b.c.d.e.f.g.h").status_code == 404


def test_a_cursor_out_of_range_is_no_accident(client: Start, shop: World) -> None:
    for number in (2**63 - 1, -(2**63), 10**9):
        assert get(client(), tag="pii", cursor=encode(number))["total"] == 2
    assert get(client(), column="crm.customers.email", cursor=encode(1))["sources"] == []
