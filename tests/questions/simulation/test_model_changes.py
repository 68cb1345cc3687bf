"""A changed model over the API: compared with what its job sent, and carried to who reads what it makes."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from psycopg.types.json import Jsonb

from tests.simulated_shop import FILL, Shop
from tests.world import World, day

READER = "select total from shop.daily"


@pytest.fixture
def shop(world: World) -> Shop:
    shop = Shop(world).fill()
    shop.world.query(
        READER, (shop.daily, "", "projected"), (shop.daily, "total", "projected"), users={"ana": 4}
    )
    shop.world.connection.commit()
    return shop


def ask(client: TestClient, status: int = 200, **body: Any) -> Any:
    reply = client.post("/api/v1/simulations", json={"asset": "shop.daily", **body})
    assert reply.status_code == status, reply.text
    return reply.json()


def test_a_column_with_another_meaning_changes_its_readers(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    found = ask(client(), model_sql=FILL.replace("select amount", "select amount * 100"))
    assert found["changes"] == ["shop.daily.total means something else"]
    assert found["model"] == {
        "added": [],
        "removed": [],
        "changed": ["total"],
        "rows": [],
        "compared_with": "job:shopflow_airflow/fill_daily",
        "literals_compared": False,
    }
    [text] = found["queries"]["items"]
    assert (text["text"], text["verdict"], text["reason"], text["users"]) == (
        READER,
        "will_silently_change",
        "meaning_changed",
        ["ana"],
    )
    assert found["job_texts"]["total"] == 0  # the old text is no longer run


def test_a_job_stands_for_what_it_makes_and_a_filter_for_other_rows(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    found = ask(client(), asset="fill_daily", model_sql=f"{FILL} where note is null")
    assert (found["asset"]["name"], found["model"]["rows"]) == ("shop.daily", ["where"])
    assert found["queries"]["items"][0]["reason"] == "rows_changed"


def test_columns_that_a_view_loses_break_its_readers(shop: Shop, client: Callable[[], TestClient]) -> None:
    body = {
        "old_sql": "select amount as total from shop.orders",
        "model_sql": "select amount from shop.orders",
    }
    found = ask(client(), 200, **body)
    assert found["changes"] == ["drop shop.daily.total", "add shop.daily.amount INT"]
    assert (found["queries"]["counts"]["will_error"], found["model"]["compared_with"]) == (1, None)


def test_the_text_as_its_job_sent_it_is_compared_with_its_literals(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    facet = {"query": f"{FILL} where note = 'a'", "dialect": "postgres"}
    shop.world.connection.execute(
        """insert into facets (node_id, name, value, at, event_id)
        values (%s, 'sql', %s, %s, gen_random_uuid())""",
        [shop.job, Jsonb(facet), day(20)],
    )
    shop.world.connection.commit()
    found = ask(client(), model_sql=f"{FILL} where note = 'b'")
    assert (found["model"]["rows"], found["model"]["literals_compared"]) == (["where"], True)
    same = ask(client(), 422, model_sql=f"{FILL} where note = 'a'")
    assert "changes nothing" in same["detail"]


@pytest.mark.parametrize(
    ("body", "field", "says"),
    [
        ({"model_sql": FILL}, "model_sql", "changes nothing"),
        ({"model_sql": "select nothing from shop.orders"}, "model_sql", "nothing"),
        ({"model_sql": "drop table shop.daily"}, "model_sql", "must be a select"),
        ({"model_sql": "select 1; select 2"}, "model_sql", "one statement"),
        ({"model_sql": ""}, "model_sql", "at least 1"),
        ({"model_sql": FILL, "old_sql": "select ("}, "old_sql", ""),
        ({"old_sql": FILL, "change_type": "drop_table"}, "old_sql", "goes with model_sql"),
        ({"model_sql": FILL, "change_type": "drop_table"}, "model_sql", "either"),
        ({"model_sql": FILL, "ddl": "drop table shop.daily"}, "model_sql", "either"),
        ({"asset": "shop.orders", "model_sql": "select 1 as id"}, "old_sql", "no SQL is known"),
    ],
)
def test_what_can_not_be_compared_is_refused_with_its_field(
    shop: Shop, client: Callable[[], TestClient], body: dict[str, Any], field: str, says: str
) -> None:
    found = ask(client(), 422, **body)
    assert (found["field"].rpartition(".")[2], says in found["detail"]) == (field, True), found


def test_of_several_jobs_one_has_to_be_named(shop: Shop, client: Callable[[], TestClient]) -> None:
    world = shop.world
    other = world.job("repair_daily")
    world.writes(other, shop.daily)
    world.query("insert into shop.daily (total) select id from shop.orders", job=other)
    world.connection.commit()
    new = FILL.replace("select amount", "select amount + 1")
    refused = ask(client(), 422, model_sql=new)
    assert (refused["field"], "repair_daily" in refused["detail"]) == ("asset", True)
    assert ask(client(), asset="job:shopflow_airflow/fill_daily", model_sql=new)["model"]["changed"] == [
        "total"
    ]
