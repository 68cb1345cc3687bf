"""A change tried on every text of the reference index, over the API."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.store.stored_rows import restore
from tests.simulated_shop import FILL, ORDERS, TOTAL, Shop
from tests.world import World, day


@pytest.fixture
def shop(world: World) -> Shop:
    return Shop(world).fill()


NOTE = {"target": "note"}


def simulate(client: TestClient, **body: Any) -> Any:
    reply = client.post("/api/v1/simulations", json={"asset": "shop.orders", **body})
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_dropped_column_breaks_who_names_it(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client(), change_type="drop_column", target="amount")
    assert found["queries"]["counts"] == {
        "will_error": 1,
        "will_silently_change": 0,
        "safe": 1,
        "could_not_analyze": 0,
    }
    broken = found["queries"]["items"][0]
    assert (broken["text"], broken["reason"], broken["users"]) == (TOTAL, "unknown_column", ["priya"])
    assert TOTAL.splitlines()[broken["fragment"]["line"] - 1][broken["fragment"]["column"] - 1 :].startswith(
        "amount"
    )
    assert [(text["verdict"], text["jobs"]) for text in found["job_texts"]["items"]] == [
        ("will_error", ["job:shopflow_airflow/fill_daily"])
    ]
    assert found["verdict"] == "will_error"


def test_the_engine_of_the_dialect_decides_and_who_disagreed_is_shown(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    shop.text("select max(note) from shop.orders", ["note"], "priya")
    shop.world.connection.commit()
    found = simulate(client(), change_type="change_type", target="note", new_type="uuid")
    [broken] = [text for text in found["queries"]["items"] if "max" in text["text"]]
    assert (broken["verdict"], broken["reason"], broken["judge"].split()[0]) == (
        "will_error",
        "type_mismatch",
        "postgres",
    )
    assert broken["fragment"] == {"line": 1, "column": 8, "length": 3}
    assert [(one["judge"].split()[0], one["verdict"]) for one in broken["others"]] == [
        ("sqlglot", "will_silently_change")
    ]


def test_users_and_the_runbook_name_who_is_hurt(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client(), change_type="drop_column", target="amount")
    [user] = found["users"]
    assert (user["user"], user["query_count"], user["runs"], user["verdicts"]["will_error"]) == (
        "priya",
        2,
        18,
        1,
    )
    notify, move, drop, _watch = found["runbook"]
    unknown = "will error: no table of the query has a column amount"
    assert notify["details"] == [
        f"priya: 1 of their texts: 1 {unknown}",
        f"team:data: 1 of their texts: 1 {unknown}",
        "team:finance: owns what is made from it: shop.daily",
    ]
    assert move["details"] == ["1. job:shopflow_airflow/fill_daily"]
    assert drop["sql"] == [
        "create table shop.orders_before as select * from shop.orders; -- unless a backup does the same",
        "alter table shop.orders drop column amount;",
    ]
    assert drop["simulated"]["will_error"] == 2


def test_what_nobody_reads_is_safe_to_drop(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client(), change_type="drop_column", target="id")
    assert (found["queries"]["counts"]["safe"], found["job_texts"]["counts"]["safe"]) == (2, 1)
    proof = found["proof"]
    assert (proof["texts"], proof["known_since"], proof["known_until"]) == (
        3,
        "2026-04-20T00:00:00Z",
        "2026-04-20T00:00:00Z",
    )
    assert "of 3 texts" in proof["says"]
    assert simulate(client(), change_type="drop_column", target="amount")["proof"] is None


def test_the_score_is_that_of_the_downstream_assets(shop: Shop, client: Callable[[], TestClient]) -> None:
    radius = simulate(client(), change_type="drop_column", target="amount")["blast_radius"]
    assert (radius["tier_score"], radius["count_score"], radius["usage_score"]) == (1.0, 0.05, 0.2)


def test_a_column_that_is_gone_is_judged_by_the_last_schema_that_had_it(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    execute = shop.world.connection.execute
    execute("update schema_versions set valid_to = %s where dataset_id = %s", [day(10), shop.orders])
    shop.schema(shop.orders, ORDERS[:1], day(10))
    shop.world.connection.commit()
    found = simulate(client(), change_type="drop_column", target="amount")
    assert (found["schema_until"], found["queries"]["counts"]["will_error"]) == ("2026-04-10T00:00:00Z", 1)


@pytest.mark.parametrize(
    ("body", "field", "says"),
    [
        ({"change_type": "drop_column", "target": "amuont"}, "target", "amount"),
        ({"change_type": "drop_colum", "target": "amount"}, "change_type", "drop_column"),
        ({"change_type": "rename_column", "target": "amount"}, "new_name", "missing"),
        ({"change_type": "rename", "target": "amount", "new_name": "note"}, "new_name", "note"),
        ({"changes": []}, "changes", "at least one"),
        ({"changes": [{"change_type": "drop_column", "target": "x"}]}, "target", "no column"),
        ({}, "change_type", "missing"),
        ({"ddl": "alter table shop.orders drop column amuont"}, "ddl", "amount"),
        ({"ddl": "alter table shop.other drop column id"}, "ddl", "no table"),
        ({"ddl": "select 1"}, "ddl", "changes nothing"),
        ({"ddl": "alter tabel"}, "ddl", ""),
        ({"ddl": "drop table shop.orders", "change_type": "drop_table"}, "ddl", "either"),
        ({"ddl": "drop table shop.orders", "target": "id"}, "ddl", "either"),
        ({"model_sql": "select 1 as id", "nullable": True}, "model_sql", "either"),
        ({**NOTE, "change_type": "nullable", "nullable": "yes"}, "nullable", "boolean"),
        ({**NOTE, "change_type": "nullable", "nullable": 1}, "nullable", "boolean"),
        ({**NOTE, "change_type": "nullable"}, "nullable", "missing"),
        ({**NOTE, "change_type": "reorder_columns", "position": "1"}, "position", "integer"),
        ({**NOTE, "change_type": "reorder_columns", "position": True}, "position", "integer"),
        ({**NOTE, "change_type": "drop_column", "hops": "2"}, "hops", "integer"),
        ({**NOTE, "change_type": "drop_column", "dialect": "postgers"}, "dialect", "postgres"),
        ({**NOTE, "change_type": "drop_column", "new_name": "remark"}, "new_name", "rename_column"),
        ({**NOTE, "change_type": "rename", "new_name": "n", "nullable": False}, "nullable", "no part"),
        ({**NOTE, "change_type": "drop_table"}, "target", "whole table"),
        ({**NOTE, "change_type": "drop_column", "changes": []}, "change_type", "either"),
        ({"changes": [{**NOTE, "change_type": "drop_column", "default": "0"}]}, "default", "add_column"),
        ({"changes": [{**NOTE, "change_type": "nullable", "nullable": "no"}]}, "nullable", "boolean"),
    ],
)
def test_what_can_not_be_a_change_is_refused_with_its_field(
    shop: Shop, client: Callable[[], TestClient], body: dict[str, Any], field: str, says: str
) -> None:
    reply = client().post("/api/v1/simulations", json={"asset": "shop.orders", **body})
    assert (reply.status_code, reply.json()["field"].endswith(field)) == (422, True), reply.text
    assert says in reply.json()["detail"]


def test_a_result_is_kept_as_it_was_computed(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    first = simulate(asked, change_type="drop_column", target="amount")
    second = simulate(asked, change_type="rename", target="note", new_name="remark")
    shop.world.connection.execute("delete from query_references")
    shop.world.connection.commit()
    assert asked.get(f"/api/v1/simulations/{first['id']}").json() == first
    listed = asked.get("/api/v1/simulations", params={"asset": "shop.orders", "limit": 1}).json()
    assert ([item["id"] for item in listed["items"]], listed["total"]) == ([second["id"]], 2)
    rest = asked.get("/api/v1/simulations", params={"cursor": listed["next_cursor"]}).json()
    assert [item["id"] for item in rest["items"]] == [first["id"]]
    assert asked.get("/api/v1/simulations/999").status_code == 404


def test_a_lost_result_comes_back_from_the_log(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    first = simulate(asked, change_type="drop_column", target="amount")
    shop.world.connection.execute("truncate simulation restart identity")
    assert restore(shop.world.connection) == 1
    shop.world.connection.commit()
    assert asked.get(f"/api/v1/simulations/{first['id']}").json() == first
    assert simulate(asked, change_type="drop_column", target="note")["id"] > first["id"]


def test_a_script_is_its_changes(shop: Shop, client: Callable[[], TestClient]) -> None:
    ddl = "alter table shop.orders drop column note; alter table shop.orders rename amount to total;"
    found = simulate(client(), ddl=ddl, dialect="postgres")
    assert found["changes"] == ["drop shop.orders.note", "rename shop.orders.amount to total"]
    assert found["queries"]["counts"]["will_error"] == 2


def test_a_rename_onto_the_same_name_breaks_nothing(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client(), change_type="rename", target="amount", new_name="amount")
    assert found["queries"]["counts"]["will_error"] == found["job_texts"]["counts"]["will_error"] == 0


def test_reads_of_jobs_count_for_the_date_of_the_drop(world: World, client: Callable[[], TestClient]) -> None:
    shop = Shop(world)
    shop.text(FILL, ["amount"], written=shop.daily)
    world.connection.commit()
    # The job ran last on the 20th, the day of the application's clock.
    assert simulate(client(), change_type="drop_column", target="amount")["earliest_drop"] == "2026-05-20"
    assert simulate(client(), change_type="drop_column", target="note")["earliest_drop"] == "2026-04-20"
