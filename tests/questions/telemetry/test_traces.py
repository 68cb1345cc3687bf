"""Traces as a list and as trees, and how spans and runs find each other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.api.process import build_process
from headwater.facts.telemetry.arrow import read_entries
from headwater.facts.telemetry.context import airflow_key
from headwater.model.telemetry import TelemetryEntry
from headwater.questions.telemetry.traces import trace
from headwater.store.lake.lake import Lake
from headwater.store.telemetry import publish as telemetry
from tests.builders import run_event, run_id
from tests.facts.telemetry.requests import AT, SECOND, counter, span, traces
from tests.published import publish

Connection = psycopg.Connection[Any]
Client = Callable[[], TestClient]

TRACE = f"{1:032x}"


def told(body: bytes, kind: str = "traces", position: int = 1) -> Any:
    return read_entries([TelemetryEntry(position, kind, "protobuf", None, AT // 1000, body)])


def send(connection: Connection, *bodies: bytes, kind: str = "traces") -> None:
    row = connection.execute("select position from telemetry_state").fetchone()
    for position, body in enumerate(bodies, start=(row[0] if row else 0) + 1):
        telemetry.publish(connection, told(body, kind, position), position, 7)


def test_traces_are_listed_newest_first_and_paged(connection: Connection, client: Client) -> None:
    send(connection, *(traces(span(1, trace=n, start=AT + n * SECOND)) for n in range(1, 6)))
    api = client()
    first = api.get("/api/v1/traces", params={"limit": 2}).json()
    second = api.get("/api/v1/traces", params={"limit": 2, "cursor": first["next_cursor"]}).json()

    assert [one["trace_id"][-1] for one in first["items"] + second["items"]] == ["5", "4", "3", "2"]
    assert first["total"] == 5
    assert (first["items"][0]["name"], first["items"][0]["duration_ms"]) == ("load", 1000.0)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"service": "loader"}, 2),
        ({"service": "other"}, 0),
        ({"name": "write"}, 1),
        ({"team": "finance"}, 1),
        ({"job": "orders"}, 1),
        ({"job": "tests/orders"}, 1),
        ({"status": "error"}, 1),
        ({"min_duration_ms": 5000}, 1),
        ({"status": "error", "min_duration_ms": 5000}, 0),
        ({"since": "2026-04-20T02:00:01Z"}, 1),
        ({"until": "2026-04-20T02:00:01Z"}, 1),
    ],
)
def test_traces_are_filtered_by_a_span(
    connection: Connection, client: Client, given: dict[str, Any], found: int
) -> None:
    about = {
        "headwater.team": "finance",
        "openlineage.job.namespace": "tests",
        "openlineage.job.name": "orders",
    }
    send(connection, traces(span(1), span(2, parent=1, failed=True, attributes=about)))
    send(connection, traces(span(3, trace=2, name="write", start=AT + 2 * SECOND, duration=9 * SECOND)))
    assert client().get("/api/v1/traces", params=given).json()["total"] == found


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/traces/xyz", 422),
        (f"/api/v1/traces/{'0' * 31}1", 404),
        ("/api/v1/traces?status=bad", 422),
        ("/api/v1/traces?cursor=bad", 400),
        ("/api/v1/traces?min_duration_ms=-1", 422),
        ("/api/v1/metrics/query", 422),
        ("/api/v1/metrics/query?name=x&by=colour", 422),
        ("/api/v1/metrics/query?name=x&since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", 422),
        ("/api/v1/costly-spans", 422),
        ("/api/v1/costly-spans?run=nothing", 404),
    ],
)
def test_bad_questions_name_the_field(client: Client, path: str, status: int) -> None:
    reply = client().get(path)
    assert reply.status_code == status, reply.text


def test_a_trace_is_a_tree_with_the_time_that_each_span_took_itself(
    connection: Connection, client: Client
) -> None:
    root = span(1, name="root", duration=10 * SECOND)
    slow = span(3, name="slow", parent=1, start=AT + 4 * SECOND, duration=5 * SECOND)
    quick = span(2, name="quick", parent=1, start=AT + SECOND, duration=SECOND)
    leaf = span(4, name="leaf", parent=3, start=AT + 5 * SECOND, duration=SECOND)
    orphan = span(5, name="orphan", parent=99, start=AT + 6 * SECOND)
    circle = (span(6, name="a", parent=7), span(7, name="b", parent=6))
    send(connection, traces(leaf, slow, *circle, orphan), traces(quick, root))
    found = client().get(f"/api/v1/traces/{TRACE}").json()

    shape = [(one["name"], one["depth"], one["own_ms"]) for one in found["spans"]]
    assert shape[:5] == [
        ("root", 0, 4000.0),
        ("quick", 1, 1000.0),
        ("slow", 1, 4000.0),
        ("leaf", 2, 1000.0),
        ("orphan", 0, 1000.0),
    ]
    assert {name for name, *_ in shape[5:]} == {"a", "b"}
    assert (found["total"], found["source"], found["services"]) == (7, "database", ["loader"])


AIRFLOW_FACET = {
    "dag": {"dag_id": "shop"},
    "task": {"task_id": "load"},
    "dagRun": {"run_id": "scheduled__1"},
    "taskInstance": {"try_number": 2, "map_index": -1},
}
AIRFLOW_SPAN = {
    "airflow.dag_id": "shop",
    "airflow.task_id": "load",
    "airflow.dag_run.run_id": "scheduled__1",
    "airflow.task_instance.try_number": 2,
}


@pytest.mark.parametrize(
    ("facets", "attributes", "how"),
    [
        ({}, {"openlineage.run_id": run_id("r1")}, "run id"),
        ({"trace": {"traceparent": f"00-{TRACE}-{1:016x}-01"}}, {}, "trace context"),
        ({"otel": {"traceId": TRACE.upper()}}, {}, "trace context"),
        (
            {"tags": {"tags": [{"key": "traceparent", "value": f"00-{TRACE}-{1:016x}-01"}]}},
            {},
            "trace context",
        ),
        ({"airflow": AIRFLOW_FACET}, AIRFLOW_SPAN, "airflow"),
    ],
)
@pytest.mark.parametrize("span_first", [True, False])
def test_a_span_and_a_run_find_each_other(
    connection: Connection,
    client: Client,
    facets: dict[str, Any],
    attributes: dict[str, Any],
    how: str,
    span_first: bool,
) -> None:
    event = run_event("r1", "COMPLETE", "09:30", inputs=("a",), outputs=("b",), run_facets=facets)
    body = traces(span(1, attributes=attributes), span(2, parent=1, name="inner"))
    for step in (0, 1) if span_first else (1, 0):
        send(connection, body) if step == 0 else publish(connection, [event])
    api = client()
    found = api.get(f"/api/v1/traces/{TRACE}").json()

    assert [(one["run_id"], one["linked_by"]) for one in found["spans"]] == [
        (run_id("r1"), how),
        (run_id("r1"), "parent span"),
    ]
    [run] = found["runs"]
    assert (run["inputs"], run["outputs"]) == (["warehouse/a"], ["warehouse/b"])
    costly = api.get("/api/v1/costly-spans", params={"asset": "warehouse/b"}).json()
    assert [one["name"] for one in costly["items"]] == ["inner", "load"]
    assert (costly["runs"], costly["runs_with_spans"]) == (1, 1)


def test_both_sides_make_the_same_key_of_airflow_s_names(connection: Connection) -> None:
    query = "select replace(airflow_key(%s::jsonb)::text, '-', '')"
    made = connection.execute(query, [psycopg.types.json.Jsonb(AIRFLOW_FACET)]).fetchone()
    assert made == (airflow_key("shop", "scheduled__1", "load", "2", None),)
    whole_dag = {"dag": {"dag_id": "shop"}, "dagRun": {"run_id": "scheduled__1"}}
    made = connection.execute(query, [psycopg.types.json.Jsonb(whole_dag)]).fetchone()
    assert made == (airflow_key("shop", "scheduled__1", None, None, None),)


def test_an_old_trace_comes_from_the_lake(database_url: str, connection: Connection, tmp_path: Path) -> None:
    body = traces(span(1, attributes={"n": 3}), span(2, parent=1, failed=True))
    Lake(tmp_path).write_telemetry(told(body), 1)
    process = build_process(database_url, pool_size=2, lake=Lake(tmp_path))
    process.start()
    try:
        with process.reading() as reading:
            found = trace(reading, TRACE)
    finally:
        process.stop()
    assert (found.source, found.total, found.errors) == ("lake", 2, 1)
    assert found.spans[0].attributes == {"n": 3}


def values(api: TestClient, **given: Any) -> list[float]:
    day = {"since": "2026-04-20T00:00:00Z", "until": "2026-04-21T00:00:00Z"}
    found = api.get("/api/v1/metrics/query", params=day | given).json()
    return [one["value"] for series in found["series"] for one in series["values"]]


def test_a_cumulative_counter_is_asked_for_by_what_it_grew(connection: Connection, client: Client) -> None:
    points = [(0, 10.0), (30, 25.0), (60, 40.0), (120, 5.0)]
    send(connection, counter(*points, start=AT), kind="metrics")
    api = client()
    # Begins at 0 in the first minute, grows by 15, and starts again from 0.
    assert values(api, name="rows", agg="sum", step="minute") == [25.0, 15.0, 5.0]
    assert values(api, name="rows", agg="last", step="minute") == [25.0, 40.0, 5.0]


def test_spans_are_asked_for_by_quantile_and_group(connection: Connection, client: Client) -> None:
    spans = [span(n, duration=n * SECOND, failed=n == 100, name="a" if n % 2 else "b") for n in range(1, 101)]
    send(connection, traces(*spans))
    api = client()
    assert values(api, name="span.duration", agg="p95") == [pytest.approx(95, rel=0.02)]
    assert values(api, name="span.duration", agg="count", by="operation") == [50.0, 50.0]
    assert values(api, name="span.duration", agg="error_rate", operation="b") == [0.02]
    assert values(api, name="span.duration", agg="max", service="other") == []
    [name] = api.get("/api/v1/metrics/names").json()["items"]
    assert (name["name"], name["series"], name["services"]) == ("span.duration", 2, ["loader"])
