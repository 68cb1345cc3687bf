"""Search as people ask it: over names, labels, descriptions and SQL, with where each word was found."""

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from psycopg.types.json import Jsonb

from tests.world import World, day

Search = Callable[..., dict[str, Any]]


@pytest.fixture
def search(client: Callable[[], TestClient]) -> Search:
    """Asks the app, which is started with the first question."""
    running: list[TestClient] = []

    def ask(q: str, **more: Any) -> dict[str, Any]:
        if not running:
            running.append(client())
        reply = running[0].get("/api/v1/search", params={"q": q, **more})
        assert reply.status_code == 200, reply.text
        found: dict[str, Any] = reply.json()
        return found

    return ask


def names(found: dict[str, Any]) -> list[str]:
    return [item["id"].partition(":")[2].removeprefix("ecommerce_warehouse/") for item in found["items"]]


def marked(item: dict[str, Any]) -> dict[str, list[str]]:
    """The parts of texts that are highlighted, by field."""
    return {
        match["field"]: [match["text"][one["start"] : one["end"]] for one in match["ranges"]]
        for match in item["matches"]
    }


def test_words_in_any_order_prefixes_and_slips_find_a_dataset(world: World, search: Search) -> None:
    world.dataset("shop.sales.orders")
    world.dataset("shop.crm.customers")
    for typed in ("orders sales", "sales.orders", "ORD sal", "ordres", "shop ordesr", "órders"):
        assert names(search(typed)) == ["shop.sales.orders"], typed
    assert search("ordres")["suggestions"] == ["orders"]


def test_a_result_tells_where_its_words_are(world: World, search: Search) -> None:
    orders = world.dataset("shop.sales.orders", owners=["team:sales-data"], description="Rows of the shop")
    world.column(orders, "amount_usd")
    [column] = search("amount usd sales")["items"]
    assert marked(column) == {"field": ["amount", "usd"], "name": ["sales"]}
    assert (column["kind"], column["field"]) == ("column", "amount_usd")
    [dataset] = search("rows team")["items"]
    assert marked(dataset) == {"description": ["Rows"], "owner": ["team"]}


def test_the_end_of_a_name_as_it_was_typed_goes_first(world: World, search: Search) -> None:
    world.dataset("crm.sales_orders", tier="1")
    world.dataset("shop.sales.orders")
    assert names(search("sales.orders")) == ["shop.sales.orders", "crm.sales_orders"]
    assert names(search("ecommerce_warehouse/shop.sales.orders"))[0] == "shop.sales.orders"
    # As words they are equal, and the tier decides.
    assert names(search("sales orders")) == ["crm.sales_orders", "shop.sales.orders"]


def test_descriptions_tags_and_sql_are_searched(world: World, search: Search) -> None:
    orders, job = world.dataset("orders", tags=["gold"]), world.job("load")
    amount = world.column(orders, "amount")
    world.label(amount, "restricted", True, "money")
    world.facet(orders, "schema", {"fields": [{"name": "amount", "description": "What was paid"}]})
    text, analysis = uuid4(), uuid4()
    for statement, values in (
        (
            "insert into sql_texts (key, text) values (%s, %s)",
            [text, "select refunded from t"],
        ),
        (
            "insert into sql_analyses (key, sql_key, binding, result) values (%s, %s, %s, %s)",
            [analysis, text, Jsonb({}), Jsonb({})],
        ),
        ("insert into sql_lineage (owner_id, analysis, edge_ids) values (%s, %s, '{}')", [job, analysis]),
    ):
        world.connection.execute(statement, values)
    assert marked(search("refund")["items"][0]) == {"sql": ["refund"]}
    assert marked(search("paid")["items"][0]) == {"description": ["paid"]}
    assert [item["id"].partition("/")[2] or item["id"] for item in search("money")["items"]] == [
        "tag:money",
        "orders#amount",
    ]
    assert names(search("pii")) == ["orders#amount"]


def test_an_owner_is_a_result_with_how_much_it_owns(world: World, search: Search) -> None:
    for name in ("a", "b"):
        world.dataset(name, owners=["team:finance"])
    found = search("finance", kind="owner")
    assert [(item["id"], item["count"]) for item in found["items"]] == [("owner:team:finance", 2)]
    # The totals tell of the other kinds as well.
    assert (found["total"], found["totals"]["datasets"], found["totals"]["owners"]) == (1, 2, 1)


def test_a_query_that_people_ran_is_a_result_and_a_new_one_is_found(
    world: World, client: Callable[[], TestClient]
) -> None:
    ran_query(world, "select sum(refunded) from payments", runs=3)
    world.publish()
    running = client()
    [item] = running.get("/api/v1/search", params={"q": "refund payments"}).json()["items"]
    assert (item["kind"], item["count"], item["id"]) == ("query", 3, f"query:{item['name']}")
    assert marked(item) == {"sql": ["refund", "payments"]}
    for number in range(5):
        ran_query(world, f"select lateness_{number} from payments", runs=1)
        world.publish()
    deadline = time.monotonic() + 10
    while (found := running.get("/api/v1/search", params={"q": "lateness", "kind": "query"}).json())[
        "total"
    ] < 5:
        assert time.monotonic() < deadline
    assert found["totals"] == dict.fromkeys(found["totals"], 0) | {"queries": 5}


def ran_query(world: World, text: str, runs: int) -> None:
    key = uuid4()
    world.connection.execute(
        "insert into queries (key, text, at, event_id) values (%s, %s, now(), %s)", [key, text, uuid4()]
    )
    world.connection.execute(
        "insert into query_days values (%s, '2026-04-01', 'ann', '', '', 1, %s, 0, 0)", [key, runs]
    )


def test_filters_leave_what_fits_all_of_them(world: World, search: Search) -> None:
    world.dataset("orders", owners=["a"], tier="1", tags=["x"], type="TABLE")
    world.dataset("orders_b", owners=["b"], tier="gold", type="VIEW")
    world.dataset("orders_c", namespace="lake")
    for asked, found in (
        ({"owner": "a"}, ["orders"]),
        ({"tier": "GOLD"}, ["orders_b"]),
        ({"tag": "x"}, ["orders"]),
        ({"type": "view"}, ["orders_b"]),
        ({"namespace": "lake"}, ["lake/orders_c"]),
        ({"owner": "a", "tier": "2"}, []),
        ({"kind": "job"}, []),
    ):
        assert names(search("orders", **asked)) == found, asked


def test_what_was_dropped_is_found_only_when_asked_for(world: World, search: Search) -> None:
    old = world.dataset("orders_old", dropped_at=day(5))
    world.column(old, "orders_id")
    kept = world.dataset("orders")
    world.schema(kept, "orders_no int", since=day(1), until=day(5))
    world.schema(kept, "other int", since=day(5))
    gone = world.column(kept, "orders_no")
    world.connection.execute("update nodes set last_seen = %s where id = %s", [day(2), gone])
    assert names(search("orders")) == ["orders"]
    found = search("orders", dropped="true")
    assert {item["id"].rpartition("/")[2]: item["dropped"] for item in found["items"]} == {
        "orders": False,
        "orders_old": True,
        "orders_old#orders_id": True,
        "orders#orders_no": True,
    }


def test_another_name_leads_to_the_dataset_that_it_is_an_alias_of(world: World, search: Search) -> None:
    table, file = world.dataset("sales.orders"), world.dataset("raw/part", namespace="s3://lake")
    world.alias(file, table)
    found = search("s3 raw")
    assert names(found) == ["sales.orders"]
    assert marked(found["items"][0])["alias"] == ["s3", "raw"]


def test_pages_hold_every_result_once(world: World, search: Search) -> None:
    for number in range(7):
        world.dataset(f"orders_{number}", tier=str(number % 3 + 1))
    whole = names(search("orders"))
    paged: list[str] = []
    cursor = None
    for _ in range(4):
        page = search("orders", limit=2, **({"cursor": cursor} if cursor else {}))
        paged, cursor = paged + names(page), page["next_cursor"]
    assert (paged, cursor) == (whole, None)
    assert len(whole) == 7


def test_a_query_without_a_letter_finds_nothing_and_one_that_is_too_long_is_refused(
    world: World, client: Callable[[], TestClient]
) -> None:
    world.dataset("orders")
    running = client()
    empty = running.get("/api/v1/search", params={"q": "._/ "})
    assert (empty.status_code, empty.json()["total"]) == (200, 0)
    for bad in ("", "x" * 501, "word " * 10_000):
        reply = running.get("/api/v1/search", params={"q": bad})
        assert (reply.status_code, reply.json()["field"]) == (422, "q")


@pytest.mark.parametrize("cursor", ["x", "W10", "Wy0xLDAsOSwxXQ", "WzUsLTEsMCwxXQ"])
def test_a_cursor_that_is_not_ours_is_refused(cursor: str, client: Callable[[], TestClient]) -> None:
    reply = client().get("/api/v1/search", params={"q": "a", "cursor": cursor})
    assert (reply.status_code, reply.json()["code"]) == (400, "bad-cursor")


def test_what_a_batch_changes_is_found_once_it_is_visible(
    world: World, client: Callable[[], TestClient]
) -> None:
    orders = world.dataset("orders", owners=["a"])
    world.publish(position=1)
    running = client()

    def found(q: str, position: int) -> list[str]:
        asked: dict[str, str | int] = {"q": q, "min_position": position, "kind": "dataset"}
        items = running.get("/api/v1/search", params=asked).json()["items"]
        return [item["name"] for item in items]

    assert found("orders", 1) == ["orders"]
    world.dataset("orders_new")
    world.event()
    world.event()
    world.connection.execute("update nodes set owners = '{bertha}' where id = %s", [orders])
    world.publish(position=2)
    assert found("orders", 2) == ["orders", "orders_new"]
    assert found("bertha", 2) == ["orders"]
    world.connection.execute("update nodes set dropped_at = now() where id = %s", [orders])
    world.connection.execute("delete from nodes where name = 'orders_new'")
    world.event()
    world.publish(position=3)
    assert found("orders", 3) == []


STRANGE = (
    *("订单明细", "café.größe", "%_\\x", "' or 1=1", "x.y/z:#?", "ÅÄÖ.ß", "ﬁle_１"),
    *("orderItemsHTTP2", "a." * 40 + "end"),
)


def test_whoever_pastes_a_name_finds_it_first(world: World, search: Search) -> None:
    for name in STRANGE:
        world.dataset(name)
        world.dataset(f"{name}_copy")
    for name in STRANGE:
        for typed in (name, f"ecommerce_warehouse/{name}"):
            assert names(search(typed))[0] == name, typed
