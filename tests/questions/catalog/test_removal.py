"""Removing datasets and jobs: an event in the log, so that a rebuild knows of it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import psycopg
import pytest

from tests.running import RunningApi, running_api
from tests.world import World


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    world = World(connection)
    world.dataset("shop.orders", namespace="warehouse")
    world.job("daily", namespace="airflow")
    with running_api(database_url) as running:
        yield running


def test_removing_a_dataset_appends_its_drop(api: RunningApi) -> None:
    reply = api.client.delete("/api/v1/datasets/shop.orders")

    assert reply.status_code == 200
    assert reply.json()["node"] == "dataset:warehouse/shop.orders"
    [(body,)] = api.rows("select body from events where position = %s", reply.json()["position"])
    dataset = msgspec.json.decode(body)["dataset"]
    assert (dataset["namespace"], dataset["name"]) == ("warehouse", "shop.orders")
    assert dataset["facets"]["lifecycleStateChange"]["lifecycleStateChange"] == "DROP"


def test_removing_a_job_appends_its_drop(api: RunningApi) -> None:
    reply = api.client.delete("/api/v1/jobs/airflow/daily")

    assert reply.json()["node"] == "job:airflow/daily"
    [(kind,)] = api.rows("select kind from events where event_id = %s", reply.json()["event_id"])
    assert kind == "job"


def test_an_unknown_name_is_told_the_nearest_and_nothing_is_appended(api: RunningApi) -> None:
    reply = api.client.delete("/api/v1/datasets/shop.order")

    assert reply.status_code == 404
    assert reply.json()["nearest"] == ["warehouse/shop.orders"]
    assert api.count() == 0
