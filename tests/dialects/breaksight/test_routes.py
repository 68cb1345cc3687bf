"""The calls of BreakSight's document, in its words."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.running import RunningApi, running_api
from tests.simulated_shop import Shop
from tests.world import World

ASKED = {
    "entity_fqn": "ecommerce_warehouse.shop.orders",
    "change_type": "drop_column",
    "target": "amount",
}


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    Shop(World(connection)).fill()
    with running_api(database_url) as running:
        yield running


def test_the_documents_call_is_answered_in_its_shape(api: RunningApi) -> None:
    found = api.client.post("/api/simulator/analyze", json=ASKED).json()
    assert (found["severity"], found["downstream_count"]) == ("MEDIUM", 1)
    assert found["blast_radius_breakdown"].keys() >= {
        "tier_score",
        "usage_score",
        "count_score",
        "final_score",
    }
    replay = found["sql_replay"]
    assert (replay["total_analyzed"], len(replay["will_error"]), len(replay["safe"])) == (2, 1, 1)
    assert found["most_affected_users"] == [
        {"user": "priya", "query_count": 2, "verdicts": {"will_error": 1, "safe": 1}}
    ]
    assert [step["step"] for step in found["runbook"]] == [1, 2, 3, 4]


def test_simulations_are_listed_and_read_again(api: RunningApi) -> None:
    asked = api.client
    first = asked.post("/api/simulator/analyze", json=ASKED).json()
    listed = asked.get("/api/simulations").json()
    assert ([one["id"] for one in listed["simulations"]], listed["total"]) == ([first["id"]], 1)
    assert asked.get(f"/api/simulations/{first['id']}").json() == first
    assert asked.get("/api/simulations/77").status_code == 404


def test_the_documents_names_for_changes_are_taken(api: RunningApi) -> None:
    asked = api.client
    for more in (
        {"change_type": "rename", "target": "amount", "new_name": "total"},
        {"change_type": "type_change", "target": "amount", "new_type": "text"},
        {"change_type": "nullable", "target": "amount", "nullable": True},
    ):
        reply = asked.post("/api/simulator/analyze", json={**ASKED, **more})
        assert reply.status_code == 200, reply.text


def test_a_changed_model_is_taken(api: RunningApi) -> None:
    asked = {
        "entity_fqn": "shop.daily",
        "model_sql": "insert into shop.daily (total) select id from shop.orders",
    }
    reply = api.client.post("/api/simulator/analyze", json=asked)
    assert reply.json()["changes"] == ["shop.daily.total means something else"]
