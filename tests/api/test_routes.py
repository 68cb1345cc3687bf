"""Routes follow from the registry: names that parameters had before still work, statuses are told apart."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.api.routes import _renamed
from headwater.facts.rules import CURRENT
from headwater.store import rules
from tests.world import World

Start = Callable[[], TestClient]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (b"name=a&depth=2", b"asset=a&depth=2"),
        (b"asset=a", b"asset=a"),
        (b"name=a%20b%2Bc&x=%C3%A9", b"asset=a+b%2Bc&x=%C3%A9"),
        (b"", b""),
    ],
)
def test_a_former_name_is_read_as_the_name_of_today(sent: bytes, read: bytes) -> None:
    assert _renamed(sent, {"name": "asset"}) == read


@pytest.mark.parametrize("path", ["/graph/upstream", "/graph/downstream", "/impact", "/upstream"])
def test_every_walk_takes_both_names_of_its_asset(client: Start, world: World, path: str) -> None:
    orders, job = world.dataset("orders"), world.job("etl")
    world.reads(orders, job)
    running = client()

    def ask(**asked: str) -> Any:
        return running.get(f"/api/v1{path}", params=asked).json()

    assert ask(name="orders") == ask(asset="orders")
    assert "total" in ask(asset="orders")
    refused = ask(name="orders", asset="orders")
    assert (refused["code"], refused["field"]) == ("bad-parameter", "name")
    assert "`asset`" in refused["detail"]


def test_the_health_of_a_job_is_not_the_name_of_a_job(client: Start, world: World) -> None:
    world.job("etl")
    reply = client().get("/api/v1/jobs/shopflow_airflow/etl/health")
    assert "success_rate" in reply.json()


def test_a_name_in_the_path_keeps_its_slashes(client: Start, world: World) -> None:
    world.dataset("s3/lake/orders")
    assert client().get("/api/v1/datasets/s3/lake/orders").json()["name"] == "s3/lake/orders"


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("/runs?status=FAIL", "state"),
        ("/datasets?serach=orders", "search"),
        ("/runs?min_positon=1", "min_position"),
        ("/impact?asset=orders&colum=id", "column"),
    ],
)
def test_an_unknown_parameter_is_refused_with_the_nearest_name(
    client: Start, world: World, asked: str, nearest: str
) -> None:
    reply = client().get(f"/api/v1{asked}")
    assert (reply.status_code, reply.json()["code"]) == (422, "unknown-parameter")
    assert reply.json()["nearest"][0] == nearest
    assert f"did you mean `{nearest}`?" in reply.json()["detail"]


def test_a_parameter_like_no_other_is_refused_without_a_suggestion(client: Start) -> None:
    reply = client().get("/api/v1/pipeline?zzz=1")
    assert reply.status_code == 422
    assert "did you mean" not in reply.json()["detail"]


def test_the_position_to_wait_for_is_a_parameter_of_every_route(client: Start) -> None:
    assert client().get("/api/v1/pipeline?min_position=0").status_code == 200


def test_an_answer_from_a_store_of_older_rules_says_that_it_is_not_complete(
    client: Start, world: World
) -> None:
    world.dataset("orders")
    world.publish(position=7)
    world.connection.execute("update pipeline_state set rules = 0")
    running = client()
    for path in ("/datasets", "/compliance/flows?classification=restricted", "/impact?asset=orders"):
        assert "rebuilt" in running.get(f"/api/v1{path}").json()["incomplete"]
    status = running.get("/api/v1/pipeline").json()
    assert (status["complete"], status["rules"]) == (False, f"0.{CURRENT.sql}")


def test_an_answer_is_complete_as_soon_as_the_rebuild_is_published(client: Start, world: World) -> None:
    world.connection.execute("update pipeline_state set rules = 0, position = 7")
    running = client()
    assert "incomplete" in running.get("/api/v1/datasets").json()
    rules.record(world.connection)
    world.publish()
    reply = running.get("/api/v1/datasets", params={"min_position": 8}).json()
    assert "incomplete" not in reply
