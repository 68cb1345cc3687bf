"""The SDK as a host has it: settings of the test's own, and nothing left of them afterwards."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

import headwater_sdk
from headwater_sdk.settings import VARIABLES
from tests.databases import TEMPLATE, database_of
from tests.running import RunningApi, running_api
from tests.sdk.servers import LineageServer, lineage_server


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What a developer has set must not decide what a test sees, and its spool is not theirs."""
    for variables in VARIABLES.values():
        for variable in variables:
            monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HEADWATER_SDK_SPOOL", str(tmp_path / "spool"))
    headwater_sdk.reset()
    yield
    headwater_sdk.configure(exit_seconds=0)
    headwater_sdk.reset()


@pytest.fixture
def server() -> Iterator[LineageServer]:
    with lineage_server() as running:
        yield running


@pytest.fixture
def tracked(server: LineageServer) -> Callable[..., list[dict[str, Any]]]:
    """Runs something under tracking, and returns the events that the server took."""

    def run(work: Callable[[], Any], **settings: Any) -> list[dict[str, Any]]:
        headwater_sdk.configure(url=server.url, flush_interval=0.0, namespace="my-team", **settings)
        work()
        assert headwater_sdk.flush(20)
        return server.taken

    return run


@pytest.fixture(scope="session")
def api(postgres_url: str) -> Iterator[RunningApi]:
    """The real API over a database of its own; no Spark behind it."""
    name = f"sdk_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"create database {name} template {TEMPLATE}")
    with running_api(database_of(postgres_url, name)) as running:
        yield running


@pytest.fixture
def logged(api: RunningApi) -> Callable[[str], list[Any]]:
    """The events of a job in the log of the API, in the order in which they came."""

    def read(job: str) -> list[Any]:
        rows = api.rows("select body from events order by position")
        return [event for (body,) in rows if (event := json.loads(body)).get("job", {}).get("name") == job]

    return read
