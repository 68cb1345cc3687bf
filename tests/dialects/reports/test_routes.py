"""Signals and test results as they are sent: good ones are taken, bad ones named."""

import json
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.builders import at, result, signal
from tests.running import RunningApi
from tests.world import World

SIGNALS, ASSERTIONS = "/api/v1/signals", "/api/v1/assertions"
LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def orders(api: RunningApi) -> str:
    """The end of the name of a dataset that only these tests know."""
    name = f"sales.{uuid4().hex}"
    with psycopg.connect(api.database_url, autocommit=True) as connection:
        world = World(connection)
        world.column(world.dataset(f"shop.{name}", namespace="warehouse"), "amount")
    return name


def stored(api: RunningApi, mark: str) -> list[tuple[str, dict[str, Any]]]:
    found = api.rows("select kind, body from events where strpos(body, %s) > 0", mark)
    return [(kind, json.loads(body)) for kind, body in found]


def test_a_signal_is_kept_with_the_full_name_of_what_it_is_about(api: RunningApi, orders: str) -> None:
    mark = uuid4().hex
    sent = {"entity": f"{orders}#amount", "time": at("09:30").isoformat(), "text": mark, "severity": "ERROR"}
    reply = api.send(sent, SIGNALS)

    assert (reply.status_code, reply.json()["summary"]["successful"]) == (200, 1), reply.text
    entity = {"kind": "dataset", "namespace": "warehouse", "name": f"shop.{orders}"}
    assert stored(api, mark) == [
        ("signal", sent | {"entity": entity, "column": "amount", "severity": "error"})
    ]


def test_a_result_about_a_dataset_that_nobody_knows_yet_is_taken_if_it_is_named_in_parts(
    api: RunningApi,
) -> None:
    mark = uuid4().hex
    assert api.send(result(mark, "not_null", True), ASSERTIONS).status_code == 200
    assert [kind for kind, _ in stored(api, mark)] == ["assertion"]


@pytest.mark.parametrize("form", ["array", "lines"])
def test_one_bad_document_does_not_sink_its_neighbours(api: RunningApi, orders: str, form: str) -> None:
    good = [signal(uuid4().hex), signal(uuid4().hex)]
    unknown = signal("x") | {"entity": f"{orders}s"}
    batch = [good[0], {"text": "x"}, signal("x", link="javascript:alert(1)"), unknown, good[1]]
    body = json.dumps(batch) if form == "array" else "\n".join(json.dumps(one) for one in batch)
    reply = api.send(body.encode(), SIGNALS, headers=LINES if form == "lines" else {}).json()

    assert (reply["summary"]["successful"], reply["summary"]["failed"]) == (2, 3)
    assert [(one["index"], one["field"]) for one in reply["failed_events"]] == [
        *((1, "entity"), (2, "link"), (3, "entity"))
    ]
    assert orders in reply["failed_events"][2]["reason"]
    assert all(len(stored(api, one["entity"]["name"])) == 1 for one in good)


def test_a_single_document_about_an_unknown_entity_is_not_found(api: RunningApi) -> None:
    reply = api.send(signal("x") | {"entity": f"nobody.{uuid4().hex}"}, SIGNALS)
    assert (reply.status_code, reply.json()["code"]) == (404, "entity-not-found")


def test_a_batch_of_too_many_names_keeps_what_has_a_name_before_them(api: RunningApi, orders: str) -> None:
    names = [orders, *(f"nobody.{number}" for number in range(1000))]
    batch = [signal("x", uuid4().hex) | {"entity": name} for name in names]
    reply = api.send(batch, SIGNALS).json()
    assert reply["summary"]["successful"] == 1
    assert "1,000 different names" in reply["failed_events"][-1]["reason"]


def test_a_test_result_of_a_job_is_refused(api: RunningApi) -> None:
    sent = result("x", "fresh", True)
    sent["entity"] |= {"kind": "job"}
    reply = api.send(sent, ASSERTIONS)
    assert (reply.status_code, reply.json()["field"]) == (422, "entity")


@pytest.mark.parametrize("again", [{}, {"time": "2026-04-20T09:30:00+00:00"}])
def test_a_document_sent_twice_is_stored_once(api: RunningApi, again: dict[str, Any]) -> None:
    sent = result(uuid4().hex, "fresh", True)
    first, second = api.send(sent, ASSERTIONS).json(), api.send(sent | again, ASSERTIONS).json()
    assert first["position"] == second["position"]
