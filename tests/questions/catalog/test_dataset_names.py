"""Names that look like one place are suggested and joined by an event; orphans are listed."""

from collections.abc import Iterator
from typing import Any

import pytest
from psycopg import Connection

from tests.builders import dataset, dataset_event, run_event, schema
from tests.published import publish
from tests.running import RunningApi, running_api

COLUMNS = schema("id int", "amount int")
SERVER = "postgres://db:5432"


@pytest.fixture
def api(connection: Connection, database_url: str) -> Iterator[RunningApi]:
    known = dataset(f"{SERVER}/shop.sales.orders", schema=COLUMNS)
    names = ("catalog/shop.sales.orders", f"{SERVER}/SHOP.sales.ORDERS", "other/sales.orders", "x/lonely")
    publish(
        connection,
        [
            run_event("r1", "COMPLETE", 1, inputs=(known,), outputs=(dataset("mart.daily"),)),
            *(dataset_event(name, 2, schema=COLUMNS) for name in names),
        ],
    )
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def suggested(api: RunningApi) -> dict[tuple[str, str], Any]:
    reply = api.get("/api/v1/names/suggestions")
    assert reply.status_code == 200, reply.text
    return {(one["dataset"]["id"], one["alias"]["id"]): one for one in reply.json()["items"]}


def test_names_of_one_table_are_suggested_by_the_most_certain_rule(api: RunningApi) -> None:
    rules = {frozenset(pair): one["rule"] for pair, one in suggested(api).items()}
    first = f"dataset:{SERVER}/shop.sales.orders"
    assert rules[frozenset({first, f"dataset:{SERVER}/SHOP.sales.ORDERS"})] == "spelling"
    assert rules[frozenset({first, "dataset:catalog/shop.sales.orders"})] == "namespace"
    assert rules[frozenset({first, "dataset:other/sales.orders"})] == "shorter_name"
    assert not any("lonely" in end for pair in rules for end in pair)


def test_a_suggestion_says_what_it_would_join(api: RunningApi) -> None:
    pairs = {frozenset(pair): one for pair, one in suggested(api).items()}
    first, other = f"dataset:{SERVER}/shop.sales.orders", "dataset:catalog/shop.sales.orders"
    one = pairs[frozenset({first, other})]
    assert one["shared_columns"] == 2
    assert {one["dataset_edges"], one["alias_edges"]} > {0}


def test_what_nothing_connects_is_listed_page_by_page(api: RunningApi) -> None:
    page = api.get("/api/v1/names/orphans", limit=3).json()
    rest = api.get("/api/v1/names/orphans", limit=3, cursor=page["next_cursor"]).json()
    found = {one["name"] for one in (*page["items"], *rest["items"])}
    assert (page["total"], found) == (4, {"shop.sales.orders", "SHOP.sales.ORDERS", "sales.orders", "lonely"})


def test_names_are_joined_by_an_event_that_the_pipeline_reads(
    api: RunningApi, connection: Connection
) -> None:
    asked = {"dataset": f"{SERVER}/shop.sales.orders", "alias": "catalog/shop.sales.orders"}
    reply = api.client.post("/api/v1/names/joins", json=asked)
    assert reply.status_code == 200, reply.text
    publish(connection, [])
    joined = """select member.namespace from nodes as member
    join nodes as chosen on chosen.id = member.canonical_id
    where chosen.namespace = %s and member.kind = 'dataset' order by 1"""
    assert connection.execute(joined, [SERVER]).fetchall() == [("catalog",), (SERVER,)]


@pytest.mark.parametrize(
    ("asked", "status", "field"),
    [
        ({"dataset": "nobody.knows", "alias": "x/lonely"}, 404, "nobody.knows"),
        ({"dataset": "x/lonely", "alias": "x/lonely"}, 422, "alias"),
        ({"dataset": "x/lonely"}, 422, "alias"),
        ({"dataset": "x/lonely", "alias": "\x00"}, 422, "alias"),
    ],
)
def test_a_join_that_can_not_be_is_refused(api: RunningApi, asked: Any, status: int, field: str) -> None:
    reply = api.client.post("/api/v1/names/joins", json=asked)
    assert (reply.status_code, field in reply.text) == (status, True), reply.text
