"""What Watcher's calls write is in the log as well: lost tables come back, number by number."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from psycopg import Connection

from headwater.store.stored_rows import TABLES, restore
from tests.dialects.watcher.conftest import Client, address
from tests.running import RunningApi, running_api
from tests.world import World

# What other calls write is lost in their own tests.
OWN = ("pipeline", "address", "timeliness")
NAMES = [table.name for table in TABLES if table.name.startswith(OWN)]


@pytest.fixture
def own(new_database: Callable[[], str]) -> Iterator[Client]:
    """A server of this test's own: its tables will be lost."""
    with running_api(new_database()) as running:
        yield Client(running)


@pytest.fixture
def store(own: Client) -> Iterator[Connection]:
    with psycopg.connect(own.api.database_url, autocommit=True) as connection:
        yield connection


def kept(connection: Connection) -> dict[str, list[Any]]:
    return {
        name: [
            row
            for (row,) in connection.execute(f"select to_jsonb(row) from {name} as row order by row::text")
        ]
        for name in NAMES
    }


def lose(connection: Connection) -> None:
    connection.execute(f"truncate {', '.join(NAMES)} restart identity cascade")


def use_every_call(watcher: Client) -> None:
    """Each call that writes, some of them twice, with something that fails in between."""
    watcher.post("/pipeline_type", 201, name="api", timely_number=6, timely_datepart="hour")
    watcher.patch("/pipeline_type", id=1, mute_timely_check=True, group_name="extraction")
    watcher.pipeline("orders", next_watermark=150, pipeline_args={"nested": {"text": "é", "number": 2**60}})
    watcher.post("/pipeline", 200, name="Orders", pipeline_type_name="tests", next_watermark=200)
    watcher.pipeline("customers", load_lineage=False)
    watcher.patch(
        "/pipeline", id=2, active=False, watermark="2026-04-20", timely_number=1, timely_datepart="day"
    )
    watcher.patch("/pipeline", 409, id=2, name="orders")
    watcher.post("/address_type", 201, name="postgresql", group_name="database")
    watcher.patch("/address_type", id=1, group_name="warehouse")
    watcher.post("/address", 201, name="raw.orders", address_type_name="postgresql", table_name="orders")
    watcher.patch("/address", id=1, deprecated=True)
    watcher.lineage({"id": 1}, ["raw.orders", "raw.items"], ["dw.orders", "s3://bucket/orders"])
    watcher.lineage({"id": 1}, ["raw.items"], ["dw.orders"])
    parent = watcher.start({"id": 1}, execution_metadata={"attempt": 1})
    child = watcher.start({"id": 1}, "09:10", parent_id=parent["id"], full_load=True)
    watcher.end(child, "09:20", completed_successfully=False)
    watcher.end(parent, "10:00", inserts=10, total_rows=10, execution_metadata={"ended": True})
    watcher.end(parent, "10:00", 409)


def test_lost_tables_come_back_as_they_were(own: Client, store: Connection) -> None:
    use_every_call(own)
    own.post("/timeliness", 200, lookback_minutes=500_000)
    before = kept(store)
    assert all(before[name] for name in NAMES)
    lose(store)
    assert restore(store) == sum(len(found) for found in before.values())
    assert kept(store) == before


def test_after_that_numbers_and_watermarks_go_on_where_they_were(own: Client, store: Connection) -> None:
    use_every_call(own)
    lose(store)
    restore(store)
    assert own.pipeline("next")["id"] == 3
    assert own.row({"id": 1})["watermark"] == "200"
    assert own.start({"id": 1}, "11:00")["id"] == 3


def test_nothing_is_restored_where_nothing_is_lost(own: Client, store: Connection) -> None:
    use_every_call(own)
    before = kept(store)
    assert restore(store) == 0
    assert kept(store) == before


def test_lineage_that_was_taken_back_stays_away(own: Client, store: Connection) -> None:
    own.pipeline("orders")
    own.lineage({"id": 1}, ["a"], ["b"])
    own.post("/address_lineage", 201, pipeline_id=1, source_addresses=[], target_addresses=[address("b")])
    lose(store)
    restore(store)
    assert kept(store)["pipeline_lineage"] == []


def test_breaches_of_a_job_that_became_a_pipeline_come_back_under_it(own: Client, store: Connection) -> None:
    job = World(store).job("nightly", namespace="airflow")
    key = store.execute("select key from nodes where id = %s", [job]).fetchone()
    assert key
    store.execute(
        "insert into timeliness_breach (job_key, kind, since, rule) values (%s, 'data_age', now(), '1 day')",
        [key[0]],
    )
    own.pipeline("nightly")
    before = kept(store)
    assert before["timeliness_breach"][0]["pipeline_id"] == 1
    lose(store)
    restore(store)
    assert kept(store) == before


def test_a_refused_call_leaves_nothing_in_the_log(own: Client, store: Connection) -> None:
    own.pipeline("orders")
    before = own.api.count()
    own.patch("/pipeline", 404, id=99, active=False)
    own.patch("/pipeline", 404, id=1, pipeline_type_id=99)
    own.post("/pipeline", 200, name="orders", pipeline_type_name="tests")
    own.post("/pipeline_type", 200, name="tests")
    assert own.api.count() == before


def test_all_that_the_shared_server_holds_is_in_its_log(
    api: RunningApi, new_database: Callable[[], str]
) -> None:
    """Over everything that other tests have written so far, fuzzed bodies included."""
    with (
        psycopg.connect(api.database_url, autocommit=True) as source,
        psycopg.connect(new_database(), autocommit=True) as target,
    ):
        columns = "position, event_id, stream, kind, event_time, body"
        insert = f"insert into events ({columns}) overriding system value values (%s, %s, %s, %s, %s, %s)"
        for event in source.execute(f"select {columns} from events where stream = 'stored_rows'"):
            target.execute(insert, event)
        restore(target)
        assert kept(target) == kept(source)


def test_an_answered_position_is_that_of_the_lineage(own: Client, store: Connection) -> None:
    """Whoever waits for it waits for the run to show, not for rows that no graph is made from."""
    own.pipeline("orders")
    declared = own.lineage({"id": 1}, ["a"], ["b"])
    started = own.start({"id": 1})
    found = store.execute("select position, kind from events where stream = 'lineage' order by position")
    assert found.fetchall() == [(declared["position"], "job"), (started["position"], "run")]
