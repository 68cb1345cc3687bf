"""Whatever is sent, the answer is never that the server broke."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.running import RunningApi

pytestmark = pytest.mark.fuzz
many = settings(max_examples=150, suppress_health_check=list(HealthCheck))

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
times = st.sampled_from(["2026-04-20T00:00:00Z", "2026-04-20", "0001-01-01T00:00:00+23:59", "x"])
things = st.fixed_dictionaries(
    {}, optional={"namespace": st.just("n") | values, "name": st.just("d") | values, "facets": values}
)
event_shapes = st.fixed_dictionaries(
    {},
    optional={
        "eventTime": times | values,
        "eventType": st.sampled_from(["START", "complete"]) | values,
        "run": st.fixed_dictionaries({}, optional={"runId": st.just("r") | values, "facets": values})
        | values,
        "job": things | values,
        "dataset": things | values,
        "inputs": st.lists(things | values, max_size=2) | values,
        "outputs": st.lists(things | values, max_size=2) | values,
        "producer": values,
        "schemaURL": values,
    },
)
full_events = st.fixed_dictionaries(
    {
        "eventTime": st.just("2026-04-20T00:00:00Z"),
        "run": st.fixed_dictionaries(
            {"runId": st.just("fuzz")},
            optional={"facets": st.dictionaries(st.text(max_size=5), values, max_size=2)},
        ),
        "job": st.just({"namespace": "n", "name": "j"}),
        "producer": values,
    },
    optional={"extra": values, "eventType": st.sampled_from(["START", "fail"])},
)


def body(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


@many
@given(values | event_shapes | full_events)
def test_any_json_is_taken_or_refused(api: RunningApi, value: Any) -> None:
    assert api.send(body(value)).status_code in (201, 400, 422)


@many
@given(st.lists(values | event_shapes | full_events, max_size=4))
def test_any_batch_is_taken_or_refused(api: RunningApi, batch: list[Any]) -> None:
    reply = api.send(body(batch), "/api/v1/lineage/batch")
    assert reply.status_code in (200, 400)
    if reply.status_code == 200:
        assert reply.json()["summary"]["received"] == len(batch)


@many
@given(
    st.binary(max_size=60), st.sampled_from(["", "/batch", "/ingest"]), st.sampled_from(["gzip", "identity"])
)
def test_any_bytes_are_refused(api: RunningApi, raw: bytes, path: str, encoding: str) -> None:
    reply = api.send(raw, f"/api/v1/lineage{path}", headers={"Content-Encoding": encoding})
    assert reply.status_code in (400, 415, 422)


@many
@given(st.lists(event_shapes | full_events | values, max_size=3), st.text(max_size=5))
def test_any_request_to_the_hub_is_answered(api: RunningApi, events: list[Any], namespace: str) -> None:
    reply = api.send(
        body({"namespace": namespace, "events": events}),
        "/api/v1/lineage/ingest",
        headers={"Content-Type": "application/json"},
    )
    assert reply.status_code in (200, 400, 422)
    if reply.status_code == 200:
        assert reply.json()["accepted"] + reply.json()["rejected"] == len(events)


def test_what_was_taken_can_be_read(api: RunningApi) -> None:
    """Runs last in this file: over everything that the tests above have stored."""
    state: dict[str, Any] = {}
    while state.get("pagingState", "") is not None:
        page = api.get("/api/atlas/v2/openlineage/runs/fuzz", pageSize=100, **state)
        assert page.status_code == 200, page.text
        state = {"pagingState": page.json()["nextPagingState"]}
