"""The real OpenLineage client sends to the running server, and its lineage becomes visible."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import (
    DatasetEvent,
    InputDataset,
    Job,
    JobEvent,
    OutputDataset,
    Run,
    RunEvent,
    RunState,
    StaticDataset,
)
from openlineage.client.facet_v2 import column_lineage_dataset, schema_dataset
from openlineage.client.serde import Serde
from openlineage.client.uuid import generate_new_uuid

import headwater_sdk
from tests.server.system import RunningSystem

pytestmark = pytest.mark.server


def run_events(name: str) -> list[RunEvent]:
    """START and COMPLETE of a run that makes `<name>.daily` from `<name>.orders`."""
    run, job = Run(runId=str(generate_new_uuid())), Job(namespace="clients", name=name)
    source, target = InputDataset("warehouse", f"{name}.orders"), f"{name}.daily"
    fields = {
        "total": column_lineage_dataset.Fields(
            inputFields=[column_lineage_dataset.InputField("warehouse", f"{name}.orders", "amount")]
        )
    }
    facets = {
        "schema": schema_dataset.SchemaDatasetFacet(
            fields=[schema_dataset.SchemaDatasetFacetFields("total", "decimal")]
        ),
        "columnLineage": column_lineage_dataset.ColumnLineageDatasetFacet(fields=fields),
    }
    return [
        RunEvent(eventTime="2026-04-20T09:00:00.000Z", run=run, job=job, eventType=RunState.START),
        RunEvent(
            eventTime="2026-04-20T09:30:00.000Z",
            run=run,
            job=job,
            eventType=RunState.COMPLETE,
            inputs=[source],
            outputs=[OutputDataset("warehouse", target, facets=facets)],
        ),
    ]


@contextmanager
def client(system: RunningSystem, **transport: Any) -> Iterator[OpenLineageClient]:
    client = OpenLineageClient(config={"transport": {"url": system.url, **transport}})
    yield client
    assert client.close(timeout=20.0)


def assert_visible(system: RunningSystem, name: str) -> None:
    """By reading one's own writes: at the newest position, without a pause."""
    head = system.pipeline()["head"]
    found = system.get("/api/v1/graph/downstream", name=f"warehouse/{name}.orders", min_position=head)
    assert f"{name}.daily" in json.dumps(found)
    column = system.get(
        "/api/v1/graph/upstream", name=f"warehouse/{name}.daily", column="total", min_position=head
    )
    assert "amount" in json.dumps(column)
    [run] = system.get("/api/v1/runs", job=f"clients/{name}")["items"]
    assert run["state"] == "COMPLETE"


@pytest.mark.parametrize(
    "transport",
    [
        {"type": "http"},
        {"type": "http", "compression": "gzip", "auth": {"type": "api_key", "apiKey": "secret"}},
        {"type": "async_http"},
        {"type": "async_http", "compression": "gzip"},
    ],
    ids=lambda transport: "-".join(str(value) for value in transport.values() if isinstance(value, str)),
)
def test_a_run_that_the_client_sends_becomes_visible(
    system: RunningSystem, transport: dict[str, Any]
) -> None:
    name = f"shop_{uuid4().hex}"
    with client(system, **transport) as sender:
        for event in run_events(name):
            sender.emit(event)
    assert_visible(system, name)


def test_a_run_that_the_sdk_tracks_becomes_visible(system: RunningSystem, tmp_path: Path) -> None:
    name = f"shop_{uuid4().hex}"
    headwater_sdk.configure(url=system.url, namespace="clients", spool=str(tmp_path), timeout=30.0)
    with headwater_sdk.track(name) as run:
        run.reads(f"warehouse/{name}.orders")
        run.writes(f"warehouse/{name}.daily", rows=3)
        run.sql(f'insert into "{name}.daily" select amount as total from "{name}.orders"')
        with headwater_sdk.track(f"{name}.step"):
            pass
    assert headwater_sdk.flush(60)
    headwater_sdk.reset()
    head = system.pipeline()["head"]
    found = system.get("/api/v1/graph/downstream", name=f"warehouse/{name}.orders", min_position=head)
    assert f"{name}.daily" in json.dumps(found)
    [parent] = system.get("/api/v1/runs", job=f"clients/{name}")["items"]
    [child] = system.get("/api/v1/runs", job=f"clients/{name}.step")["items"]
    assert (parent["state"], child["state"]) == ("COMPLETE", "COMPLETE")
    assert child["parent_run_id"] == parent["run_id"]


def test_static_events_that_the_client_sends_are_taken(system: RunningSystem) -> None:
    name = f"shop_{uuid4().hex}"
    job = Job(namespace="clients", name=name)
    with client(system, type="http") as sender:
        sender.emit(
            JobEvent(
                eventTime="2026-04-20T09:00:00Z",
                job=job,
                inputs=[InputDataset("warehouse", f"{name}.orders")],
                outputs=[OutputDataset("warehouse", f"{name}.daily")],
            )
        )
        view = StaticDataset("warehouse", f"{name}.view")
        sender.emit(DatasetEvent(eventTime="2026-04-20T09:00:00Z", dataset=view))
    head = system.pipeline()["head"]
    found = system.get("/api/v1/graph/downstream", name=f"warehouse/{name}.orders", min_position=head)
    assert f"{name}.daily" in json.dumps(found)
    assert system.get("/api/v1/datasets", search=f"{name}.view")["total"] == 1


def test_a_batch_of_the_clients_events_becomes_visible(system: RunningSystem) -> None:
    """The client has no call for batches yet, so its events are posted as the specification says."""
    names = [f"shop_{uuid4().hex}" for _ in range(3)]
    events = [json.loads(Serde.to_json(event)) for name in names for event in run_events(name)]
    position = system.send(*events)
    assert position == system.pipeline()["head"]
    for name in names:
        assert_visible(system, name)
