"""What becomes of queries: each once, counted once for each event, and bound to what they reference."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from headwater.log.postgres import INSERT, _columns
from headwater.pipeline.lake import start_lake
from headwater.questions.operations.facet_sql import with_masked_sql
from headwater.settings import Settings
from headwater.worker.handlers.query_index import update_index
from tests.builders import dataset, dataset_event, query, run_event, schema, to_log
from tests.pipeline.conftest import World
from tests.pipeline.random_events import histories
from tests.pipeline.test_laws import few
from tests.running import running_api

pytestmark = pytest.mark.spark

INDEX = """
select queries.text, node.namespace || '/' || node.name, used.field, role, star, positional, certain
from query_references as used
join queries on queries.key = used.query_key
join nodes as node on node.id = used.dataset_id
order by 1, 2, 3, 4, 5, 6
"""
ANALYSES = """
select queries.text, problems, errors from query_analyses join queries on queries.key = query_key order by 1
"""
DAYS = """
select queries.text, day, user_name, runs
from query_days join queries on queries.key = query_key order by 1, 2, 3
"""


def query_run(run: str, kind: str, clock: str, text: str, **more: Any) -> dict[str, Any]:
    facets = {"sql": {"query": text}, "jobType": {"jobType": "QUERY", "processingType": "BATCH"}}
    asked = {"headwater_query": {"user": "sam", "rows": 3}}
    return run_event(run, kind, clock, job="q_1", job_facets=facets, run_facets=asked, **more)


def index_of(world: World) -> tuple[list[Any], list[Any]]:
    update_index(None, world.connection)
    return world.rows(INDEX), world.rows(ANALYSES)


def test_texts_that_differ_in_literals_and_form_are_one_query(world: World) -> None:
    world.take([query("select id from raw where x = 1"), query("SELECT id\nFROM raw WHERE x = 2", "09:40")])

    assert world.rows("select text, dialect from queries") == [("SELECT id\nFROM raw WHERE x = 0", None)]
    assert world.rows(DAYS) == [("SELECT id\nFROM raw WHERE x = 0", date(2026, 4, 20), "kira", 2)]


def test_the_same_text_of_another_schema_is_another_query(world: World) -> None:
    world.take([query("select 1", schema="a"), query("select 1", schema="A"), query("select 1", schema="b")])
    assert sorted(world.rows("select lower(schema) from queries")) == [("a",), ("b",)]


def test_an_event_is_counted_once_however_often_it_is_published(world: World) -> None:
    world.take([query("select 1", count=5), query("select 1", "09:31", count=2)])
    for _ in range(2):
        world.connection.execute("update pipeline_state set position = 0")
        world.process(0, 10_000)
    assert world.rows("select uses, runs from query_days") == [(2, 7)]


def test_a_run_of_a_query_is_one_use_of_it(world: World) -> None:
    """However many events it has; who asked is in its facet."""
    text = "select id from raw"
    world.take([query_run("r1", "START", "09:00", text)], [query_run("r1", "COMPLETE", "09:02", text)])
    assert world.rows("select user_name, runs, duration_us, row_count from query_uses") == [
        ("sam", 1, 120_000_000, 3)
    ]
    assert world.rows(DAYS) == [(text, date(2026, 4, 20), "sam", 1)]


def test_a_run_may_stand_for_several_times_that_a_query_was_run(world: World) -> None:
    event = query_run("r1", "COMPLETE", "09:00", "select id from raw")
    event["run"]["facets"]["headwater_query"]["count"] = 25
    world.take([event])
    assert world.rows("select runs from query_days") == [(25,)]


def test_a_run_becomes_a_use_when_its_job_turns_out_to_be_a_query(world: World) -> None:
    text = {"sql": {"query": "select id from raw"}}
    kind = {"jobType": {"jobType": "QUERY", "processingType": "BATCH"}}
    world.take([run_event("r1", "COMPLETE", "09:00", job_facets=text)])
    assert world.rows("select from query_uses") == []
    world.take([run_event("r2", "COMPLETE", "09:10", job_facets=kind)])
    assert world.rows("select runs from query_days") == [(1,)]
    world.take([run_event("r3", "COMPLETE", "09:20", job_facets={"jobType": {"jobType": "TASK"}})])
    assert world.rows("select runs from query_days") == []


def test_the_text_of_a_job_is_no_use(world: World) -> None:
    world.take(
        [run_event("r1", "COMPLETE", "09:00", job_facets={"sql": {"query": "insert into a select 1"}})]
    )
    assert world.rows("select from query_uses") == []
    assert world.rows("select name from job_texts join nodes on nodes.id = job_id") == [("daily",)]


def test_the_index_binds_queries_to_what_is_known(world: World) -> None:
    world.take(
        [
            dataset_event("shop.orders", 0, schema=schema("id int", "amount int", "day date")),
            query("select sum(amount) from orders where day > 3"),
            query("select * from shop.orders", "09:40"),
        ]
    )
    rows, analyses = index_of(world)
    star = "select * from shop.orders"
    sums = "select sum(amount) from orders where day > 0"
    table = "warehouse/shop.orders"
    assert rows == [
        (star, table, "", "projected", False, False, True),
        (star, table, "", "projected", True, False, True),
        (sums, table, "", "projected", False, False, True),
        (sums, table, "amount", "projected", False, False, True),
        (sums, table, "day", "filtered", False, False, True),
    ]
    assert analyses == [(star, [], []), (sums, [], [])]


def test_a_schema_that_comes_later_binds_again(world: World) -> None:
    world.take([query("select a.id, amount from orders a join items b on a.id = b.id")])
    assert index_of(world)[0] == []
    world.take(
        [
            dataset_event("shop.orders", 0, schema=schema("id int", "amount int")),
            dataset_event("shop.items", 0, schema=schema("id int")),
        ]
    )
    rows, _ = index_of(world)
    assert {row[1:4] for row in rows if row[2]} == {
        ("warehouse/shop.orders", "amount", "projected"),
        *((f"warehouse/shop.{name}", "id", "joined") for name in ("orders", "items")),
        ("warehouse/shop.orders", "id", "projected"),
    }


def test_an_alias_that_comes_later_binds_again(world: World) -> None:
    world.take([query("select id from export"), dataset_event("shop.orders", 0, schema=schema("id int"))])
    assert index_of(world)[0] == []
    symlinks = {"identifiers": [{"namespace": "s3", "name": "export", "type": "TABLE"}]}
    world.take([dataset_event("shop.orders", 5, symlinks=symlinks)])
    assert [row[1:4] for row in index_of(world)[0]] == [
        ("warehouse/shop.orders", "", "projected"),
        ("warehouse/shop.orders", "id", "projected"),
    ]


def test_a_column_that_is_gone_is_still_referenced_by_queries_of_its_time(world: World) -> None:
    world.take(
        [
            query("select amount from orders"),
            dataset_event("shop.orders", 0, schema=schema("id int", "amount int")),
            dataset_event("shop.orders", 9, schema=schema("id int")),
        ]
    )
    assert {row[2] for row in index_of(world)[0]} == {"", "amount"}


def test_of_several_datasets_of_a_name_those_that_the_job_reads_are_meant(world: World) -> None:
    def orders(namespace: str) -> dict[str, Any]:
        return dataset(f"{namespace}/orders", schema=schema("id int"))

    world.take([run_event("r0", "COMPLETE", 1, inputs=(orders("lake"), orders("shop")))])
    world.take([query_run("r1", "COMPLETE", "09:00", "select id from orders", inputs=(orders("shop"),))])
    world.take([query("select count(id) from orders", "10:00")])
    assert {(row[0], row[1], row[6]) for row in index_of(world)[0]} == {
        ("select id from orders", "shop/orders", True),
        ("select count(id) from orders", "shop/orders", False),
        ("select count(id) from orders", "lake/orders", False),
    }


@few
@given(history=histories, seed=st.integers(0, 1000))
def test_the_index_ends_the_same_in_any_order_and_with_any_batches(
    new_world: Callable[[], World], history: list[dict[str, Any]], seed: int
) -> None:
    """Brought up to date after each batch, or once at the end."""
    shuffled = list(history)
    Random(seed).shuffle(shuffled)
    in_order, otherwise = new_world().take(history), new_world()
    for part in range(4):
        otherwise.take(shuffled[part::4])
        update_index(None, otherwise.connection)
    assert index_of(otherwise) == index_of(in_order)


SECRETS = ("kira-secret-4711", "8675309")


def with_secrets(world: World) -> World:
    """Queries with literals: one sent, one that can't be split into tokens, one in a facet that is masked."""
    text = f"select id from orders where mail = '{SECRETS[0]}' and id = {SECRETS[1]} -- {SECRETS[0]}"
    facets = {"sql": {"query": text}, "jobType": {"jobType": "QUERY"}}
    run = to_log(run_event("r1", "COMPLETE", 1, inputs=("orders",), job_facets=facets))
    orders = dataset_event("orders", 0, schema=schema("id int", "mail text"))
    world.send(orders, query(text), query(f"select '{SECRETS[0]}", "09:40"))
    with psycopg.connect(world.url, autocommit=True) as connection:
        connection.execute(INSERT, _columns([with_masked_sql(run)]))
    return world


def leaks(pages: list[str]) -> list[str]:
    return [page[:80] for page in pages if any(secret in page for secret in SECRETS)]


def test_a_literal_is_in_no_table_and_on_no_page(world: World) -> None:
    with_secrets(world).digest()
    update_index(None, world.connection)
    fingerprints = [key.hex for (key,) in world.rows("select key from queries")]
    paths = ["queries", "queries?kind=all", "events", "quarantine", "impact?asset=orders", "sql/problems"]
    paths += ["columns/usage?asset=orders", *(f"queries/{one}" for one in fingerprints)]
    with running_api(world.url) as api:
        replies = [api.client.get(f"/api/v1/{path}") for path in paths]
    assert {reply.status_code for reply in replies} == {200}
    assert "select id from orders where mail = '?' and id = 0" in replies[0].text
    tables = world.rows("select tablename from pg_tables where schemaname = 'public'")
    rows = [str(world.rows(f"select {table}::text from {table}")) for (table,) in tables]
    assert leaks([*rows, *(reply.text for reply in replies)]) == []


def test_a_literal_is_not_in_the_lake(spark: SparkSession, world: World, tmp_path: Path) -> None:
    with_secrets(world)
    lake = start_lake(spark, Settings(home=tmp_path, lake_seconds=1), world.url)
    lake.processAllAvailable()
    lake.stop()
    folders = [str(tmp_path / "lake" / part) for part in ("events", "facts")]
    rows = [str(spark.read.parquet(folder).collect()) for folder in folders]
    assert all("orders" in found for found in rows)
    assert leaks(rows) == []


def test_what_the_driver_reads_and_what_tasks_read_is_equal(spark: SparkSession, world: World) -> None:
    names = [f"c{number}" for number in range(30)]
    world.take(
        [
            dataset_event("shop.orders", 0, schema=schema(*(f"{name} int" for name in names))),
            *(query(f"select {name} from orders") for name in names),
        ]
    )
    in_place = index_of(world)
    world.connection.execute("delete from query_analyses; delete from query_references")
    assert update_index(spark, world.connection)["queries"] == 30
    assert (world.rows(INDEX), world.rows(ANALYSES)) == in_place
