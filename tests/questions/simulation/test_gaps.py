"""Why a simulation is not complete is told, with what to do about it."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from psycopg_pool import PoolTimeout

from headwater.sql.references import REFERENCES
from headwater.store.postgres_engine import PostgresEngine
from tests.simulated_shop import Shop
from tests.world import World, day


@pytest.fixture
def shop(world: World) -> Shop:
    shop = Shop(world).fill()
    world.connection.execute("update query_analyses set version = %s", [REFERENCES])
    return shop


def coverage(client: TestClient, **body: Any) -> Any:
    body = {"asset": "shop.orders", "change_type": "drop_column", "target": "id", **body}
    reply = client.post("/api/v1/simulations", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()["coverage"]


def published(shop: Shop, batch: int, position: int, indexed: tuple[int, int] | None = None) -> None:
    execute = shop.world.connection.execute
    execute("update pipeline_state set batch = %s, position = %s", [batch, position])
    if indexed:
        execute(
            "insert into analytics_state values ('query_index', %s, %s, now(), 1, true, 1, '{}')", [*indexed]
        )


def test_what_is_complete_has_no_gaps(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = coverage(client())
    assert (found["complete"], found["gaps"], found["indexed_position"]) == (True, [], None)


def test_an_index_that_is_not_built_yet_is_told(shop: Shop, client: Callable[[], TestClient]) -> None:
    published(shop, 3, 40)
    shop.world.query("select id from shop.orders", analysed=False)
    found = coverage(client())
    assert (found["complete"], found["indexed_position"]) == (False, None)
    assert found["gaps"] == [
        "the index of queries is not built yet, 1 still to be read: ask again in a few seconds"
    ]


def test_how_far_the_index_is_is_told(shop: Shop, client: Callable[[], TestClient]) -> None:
    published(shop, 3, 40, indexed=(2, 25))
    shop.world.query("select id from shop.orders", analysed=False)
    found = coverage(client())
    assert (found["complete"], found["indexed_position"]) == (False, 25)
    assert "has reached position 25 of 40, 1 still to be read" in found["gaps"][0]


def test_batches_without_a_new_query_leave_it_complete(shop: Shop, client: Callable[[], TestClient]) -> None:
    published(shop, 3, 40, indexed=(2, 25))
    assert coverage(client())["complete"] is True


def test_other_gaps_say_what_to_do(shop: Shop, client: Callable[[], TestClient]) -> None:
    world = shop.world
    world.reads(shop.orders, world.job("silent"))
    shop.text("select ( from shop.orders", ["id"], user="ana")
    world.connection.commit()
    gaps = coverage(client(), change_type="drop_table", target=None)["gaps"]
    assert gaps == [
        "1 text could not be analysed (not parsed): read them before anything is changed",
        "1 job downstream sent no SQL: send the facet `sql`",
    ]


def test_readers_beyond_the_last_hop_are_a_gap(shop: Shop, client: Callable[[], TestClient]) -> None:
    world = shop.world
    world.query(
        "create view shop.seen as select total from shop.daily",
        (shop.daily, "", "projected"),
        (shop.daily, "total", "projected"),
        users={"ana": 1},
    )
    world.query(
        "create view shop.daily as select amount as total from shop.orders",
        (shop.orders, "", "projected"),
        (shop.orders, "amount", "projected"),
        (shop.daily, "", "written"),
        job=shop.job,
        at=day(20, hour=1),  # later than the job's other text, so that this one counts
    )
    world.connection.commit()
    body = {"change_type": "change_type", "target": "amount", "new_type": "text"}
    assert coverage(client(), **body, hops=3)["gaps"] == []
    assert "readers beyond hop 1" in coverage(client(), **body, hops=1)["gaps"][-1]


@pytest.mark.parametrize("error", [PoolTimeout, psycopg.OperationalError])
def test_an_engine_without_a_free_connection_is_told(
    error: type[Exception], shop: Shop, client: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_connection(*_: object) -> None:
        raise error("all are in use")

    monkeypatch.setattr("headwater.api.process.open_engine", no_connection)
    found = coverage(client())
    assert found["complete"] is False
    assert found["gaps"] == ["1 text is still being proved by postgres: ask for this simulation again"]


def test_an_engine_whose_connection_is_lost_while_it_judges_is_told(
    shop: Shop, client: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(self: PostgresEngine, side: str, text: str) -> None:
        self._connection.pgconn.finish()
        self._connection.execute("select 1")

    monkeypatch.setattr(PostgresEngine, "describe", lost)
    found = coverage(client())
    assert found["complete"] is False
    assert found["gaps"] == ["1 text is still being proved by postgres: ask for this simulation again"]
