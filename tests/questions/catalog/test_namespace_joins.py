"""One namespace is another by a rule: for datasets before it and behind it, whichever comes first."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import psycopg
import pytest
from psycopg import Connection

from headwater.model.namespace_joins import namespace_join_event
from tests.builders import dataset, dataset_event, run_event, schema
from tests.pipeline.served import served
from tests.published import publish
from tests.running import RunningApi, running_api
from tests.world import day

SERVER = "postgres://db:5432"
RULE = {"namespace": "metabase", "same_as": SERVER, "prefix": "shop."}
GROUPS = """select chosen.namespace, chosen.name, member.namespace, member.name
from nodes as member join nodes as chosen on chosen.id = member.canonical_id
where member.kind = 'dataset' and member.id <> chosen.id order by 1, 2, 3, 4"""


@pytest.fixture
def api(connection: Connection, database_url: str) -> Iterator[RunningApi]:
    publish(connection, [dataset_event(f"{SERVER}/shop.sales.orders", 1, schema=schema("id int"))])
    publish(connection, [dataset_event("metabase/sales.orders", 1, schema=schema("id int"))])
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def groups(connection: Connection) -> list[tuple[Any, ...]]:
    return connection.execute(GROUPS).fetchall()


def test_a_rule_joins_what_is_there_and_what_comes_later(api: RunningApi, connection: Connection) -> None:
    reply = api.client.post("/api/v1/names/namespaces", json=RULE)
    assert (reply.status_code, reply.json()["datasets"]) == (200, 1), reply.text
    publish(connection, [])
    orders = (SERVER, "shop.sales.orders", "metabase", "sales.orders")
    assert groups(connection) == [orders]

    publish(connection, [run_event("r", "COMPLETE", 2, inputs=(dataset("metabase/sales.bills"),))])
    assert groups(connection) == [orders]
    publish(connection, [dataset_event(f"{SERVER}/shop.sales.bills", 3)])
    assert groups(connection) == [(SERVER, "shop.sales.bills", "metabase", "sales.bills"), orders]

    listed = api.get("/api/v1/names/namespaces").json()["items"]
    assert [(one["namespace"], one["prefix"], one["datasets"]) for one in listed] == [
        ("metabase", "shop.", 2)
    ]


def test_a_dry_run_says_what_would_be_joined_and_joins_nothing(
    api: RunningApi, connection: Connection
) -> None:
    reply = api.client.post("/api/v1/names/namespaces", json=RULE | {"dry_run": True}).json()
    assert (reply["datasets"], reply["event_id"], reply["position"]) == (1, None, None)
    publish(connection, [])
    assert (groups(connection), api.get("/api/v1/names/namespaces").json()["total"]) == ([], 0)


@pytest.mark.parametrize(
    ("asked", "status", "field"),
    [
        ({"namespace": "a", "same_as": "a"}, 422, "same_as"),
        ({"namespace": "s3a://a/", "same_as": "s3://a"}, 422, "same_as"),
        ({"namespace": " ", "same_as": "a"}, 422, "namespace"),
        ({"namespace": "a" * 501, "same_as": "a"}, 422, "namespace"),
        ({"namespace": "a", "same_as": "\x00"}, 422, "same_as"),
        ({"namespace": "a", "same_as": "b", "prefix": 1}, 422, "prefix"),
        ({"namespace": "a"}, 422, "same_as"),
    ],
)
def test_a_rule_that_can_not_be_is_refused(api: RunningApi, asked: Any, status: int, field: str) -> None:
    reply = api.client.post("/api/v1/names/namespaces", json=asked)
    assert (reply.status_code, field in reply.text) == (status, True), reply.text


def test_a_rule_is_given_once(api: RunningApi, connection: Connection) -> None:
    api.client.post("/api/v1/names/namespaces", json=RULE)
    publish(connection, [])
    assert api.client.post("/api/v1/names/namespaces", json=RULE).status_code == 409


HISTORY: tuple[Any, ...] = (
    namespace_join_event("metabase", SERVER, "shop.", day(2)),
    dataset_event(f"{SERVER}/shop.sales.orders", 1, schema=schema("id int")),
    run_event("r", "COMPLETE", 3, inputs=(dataset("metabase/sales.orders", schema=schema("id int")),)),
    namespace_join_event("metabase", SERVER, "shop.", day(4)),
)


def test_the_rule_and_both_names_may_come_in_any_order(new_database: Callable[[], str]) -> None:
    ends = []
    for order in [HISTORY, *list(permutations(HISTORY))[5::6]]:
        with psycopg.connect(new_database(), autocommit=True) as connection:
            for event in order:
                publish(connection, [event])
            assert groups(connection) == [(SERVER, "shop.sales.orders", "metabase", "sales.orders")]
            ends.append(served(connection))
    assert all(end == ends[0] for end in ends)


def test_what_only_a_text_names_is_joined_once_an_event_names_it(connection: Connection) -> None:
    sql = {"query": "insert into mart.daily select id from sales.orders", "dialect": "postgres"}
    run = run_event("r", "COMPLETE", 1, outputs=(dataset("metabase/mart.daily", schema=schema("id int")),))
    run["job"]["facets"] = {"sql": sql}
    rule = namespace_join_event("metabase", SERVER, "shop.", day(2))
    publish(connection, [rule, dataset_event(f"{SERVER}/shop.sales.orders", 1), run])
    assert groups(connection) == []
    publish(connection, [dataset_event("metabase/sales.orders", 3)])
    assert groups(connection) == [(SERVER, "shop.sales.orders", "metabase", "sales.orders")]
