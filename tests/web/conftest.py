"""Node.js with the packages of the web app, and a server with the history of the demo for its pages."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from types import ModuleType
from typing import Any

import msgspec
import pytest
from pyspark.sql import SparkSession

from headwater.demo import history
from headwater.demo.traces import traces
from headwater.log.reader import newest_position
from headwater.pipeline.telemetry import TelemetryReader, publish_next_telemetry
from headwater.settings import Settings
from headwater.store import work
from headwater.store.work import Task
from headwater.worker.bootstrap import build_resources
from headwater.worker.handlers import HANDLERS
from headwater.worker.handlers.analytics import analytics
from headwater.worker.handlers.baselines import baselines
from headwater.worker.handlers.incidents import incidents
from headwater.worker.handlers.query_index import query_index
from headwater.worker.resources import Resources
from tests.databases import Databases, borrowed
from tests.docs.repository import ROOT
from tests.pipeline.conftest import World
from tests.running import RunningApi, running_api

# Names are what producers send: these must stay text on every page.
HOSTILE = """<script>window.hacked=1</script><img src=x onerror="window.hacked=1">"""
HOSTILE_RUN: dict[str, Any] = {
    "eventType": "COMPLETE",
    "eventTime": "2026-04-10T12:00:00Z",
    "producer": "https://example.com",
    "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    "run": {"runId": "0196503f-6f20-7c11-8d21-2c7a1de0a001"},
    "job": {"namespace": "hostile", "name": "copy"},
    "inputs": [{"namespace": "hostile", "name": HOSTILE}],
    "outputs": [{"namespace": "hostile", "name": "target"}],
}


@pytest.fixture(scope="session")
def builder() -> Iterator[ModuleType]:
    """The script that builds the app; it finds Node.js."""
    sys.path.insert(0, str(ROOT / "scripts"))
    yield import_module("build_web")
    sys.path.remove(str(ROOT / "scripts"))


@pytest.fixture(scope="session")
def node(builder: ModuleType) -> Path:
    """Where Node.js is, with the packages of the app beside it; whoever needs it is skipped without."""
    found: Path | None = builder.find_node()
    if found is None or not builder.INSTALLED.exists():
        pytest.skip("the web app is not tested: no Node.js, or no packages; `make web` fetches both")
    return found


@pytest.fixture(scope="session")
def chromium() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if found is None:
        pytest.skip("the pages of the web app are not tested: no Chromium here")
    return found


@contextmanager
def _standing_in_for_the_worker(world: World, resources: Resources) -> Iterator[None]:
    """Reads what pages write and takes up what they request, one thing after the other."""
    stopped = Event()

    def work_on() -> None:
        while not stopped.wait(0.2):
            if newest_position(world.connection) > world.read_upto:
                world.digest()
            with resources.connect() as connection:
                task = work.take(connection)
                if task is not None:
                    work.finish(connection, task, HANDLERS[task.kind].run(resources, task))

    thread = Thread(target=work_on, daemon=True)
    thread.start()
    yield
    stopped.set()
    thread.join(timeout=60)


@pytest.fixture(scope="session")
def demo_api(
    spark: SparkSession, databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningApi]:
    """Thirty days of ShopFlow, read by the real pipeline, with what the worker makes of them."""
    with borrowed(databases) as url, running_api(url) as running:
        world = World(spark, url)
        events = [msgspec.json.encode(event) for event in (*history(), HOSTILE_RUN)]
        reply = running.send(b"[" + b",".join(events) + b"]", "/api/v1/lineage/batch")
        assert reply.json()["status"] == "success", reply.text
        world.digest()
        reply = running.client.post("/v1/traces", json=traces())
        assert reply.json() == {}, reply.text
        # The nights of the demo are served however long ago they were.
        publish_next_telemetry(world.connection, TelemetryReader(spark, url), days=3650)
        resources = build_resources(Settings(home=tmp_path_factory.mktemp("web")), url, spark)
        analytics(resources, Task("analytics", {}))
        query_index(resources, Task("query_index", {}))
        baselines(resources, Task("baselines", {}))
        incidents(resources, Task("incidents", {}))
        running.wait_until_visible()
        with _standing_in_for_the_worker(world, resources):
            yield running
        for connection in (resources.pipeline.connection, world.connection):
            connection.close()
