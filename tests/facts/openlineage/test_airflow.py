"""Inlets, outlets and upstream tasks of Airflow, as its provider's facet has them: lists as text."""

from typing import Any

import pytest

from headwater.facts import Fact
from tests.facts.openlineage.test_reader import facts, set_aside

INLETS = "[{'uri': 's3://raw/orders.csv', 'extra': {'a': 1}}]"
OUTLETS = "[{'uri': 'postgres://user:secret@db:5432/shop/public/orders', 'extra': {}, 'type': 'asset'}]"


def task_event(inputs: list[dict[str, str]] | None = None, **task: Any) -> dict[str, Any]:
    told = {"task_id": "load", "upstream_task_ids": "['extract', 'group.clean']", **task}
    return {
        "eventType": "COMPLETE",
        "eventTime": "2026-04-20T02:15:00Z",
        "producer": "https://github.com/apache/airflow",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {
            "runId": "0f8fad5b-d9cb-469f-a165-70867728950e",
            "facets": {"airflow": {"dag": {"dag_id": "shop"}, "task": told}},
        },
        "job": {"namespace": "airflow-sales", "name": "shop.load"},
        "inputs": inputs or [],
        "outputs": [],
    }


def edges(event: dict[str, Any]) -> set[tuple[str, str, str]]:
    found = facts(event)
    names = {fact.key: str(fact.name) for fact in found if fact.kind == "node"}
    return {_edge(fact, names) for fact in found if fact.kind == "edge"}


def _edge(fact: Fact, names: dict[str, str]) -> tuple[str, str, str]:
    return str(fact.label), names[str(fact.source)], names[str(fact.target)]


def test_inlets_and_outlets_are_what_the_task_reads_and_writes() -> None:
    assert edges(task_event(inlets=INLETS, outlets=OUTLETS)) == {
        ("reads", "orders.csv", "shop.load"),
        ("writes", "shop.load", "shop.public.orders"),
    }


def test_credentials_in_the_address_of_an_asset_are_in_no_name() -> None:
    found = [fact for fact in facts(task_event(outlets=OUTLETS)) if fact.kind in ("node", "edge")]
    assert "secret" not in str(found)


def test_a_task_that_names_nothing_it_reads_follows_its_upstream_tasks() -> None:
    assert edges(task_event(outlets="[]")) == {
        ("job_feeds", "shop.extract", "shop.load"),
        ("job_feeds", "shop.group.clean", "shop.load"),
    }


@pytest.mark.parametrize(
    "event",
    [
        task_event(inlets=INLETS),
        task_event(inputs=[{"namespace": "s3://raw", "name": "orders.csv"}]),
        task_event(task_id="another"),
    ],
    ids=["inlets", "inputs", "of another task"],
)
def test_the_order_of_tasks_is_no_lineage_beside_something_better(event: dict[str, Any]) -> None:
    assert not any(kind == "job_feeds" for kind, _, _ in edges(event))


@pytest.mark.parametrize("said", ["[{'uri': 's3://ra", "open('x')", "[" * 5000, 7, {"uri": "x"}, "7"])
def test_what_is_no_list_is_set_aside_and_the_rest_is_read(said: Any) -> None:
    event = task_event(inlets=said, outlets=OUTLETS)
    assert ("writes", "shop.load", "shop.public.orders") in edges(event)
    (part,) = set_aside(facts(event))
    assert part.startswith("run.facets.airflow.task.inlets")


@pytest.mark.parametrize("said", ["[{'uri': ' '}]", "[None, 7, {'name': 'x'}]", "['s3://']", "()"])
def test_an_asset_without_an_address_is_no_dataset(said: str) -> None:
    assert not any(kind == "reads" for kind, _, _ in edges(task_event(inlets=said)))
