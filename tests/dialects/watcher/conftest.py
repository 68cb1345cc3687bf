"""Calls to Watcher in one line each; every test takes names of its own, as the API is shared."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.running import RunningApi
from tests.world import World


class Client:
    """Watcher's calls, each checked for its status."""

    def __init__(self, api: RunningApi) -> None:
        self.api = api

    def post(self, path: str, status: int, **body: Any) -> Any:
        return _answered(self.api.client.post(path, json=body), status)

    def patch(self, path: str, status: int = 200, **body: Any) -> Any:
        return _answered(self.api.client.patch(path, json=body), status)

    def get(self, path: str, status: int = 200, **parameters: Any) -> Any:
        return _answered(self.api.client.get(path, params=parameters), status)

    def pipeline(self, name: str | None = None, **more: Any) -> Any:
        """A new pipeline, as it is answered; `row` reads it."""
        named = {"name": name or fresh("pipeline"), "pipeline_type_name": "tests"}
        return self.post("/pipeline", 201, **named, **more)

    def row(self, pipeline: Any) -> Any:
        return self.get(f"/pipeline/{pipeline['id']}")

    def start(self, pipeline: Any, clock: str = "09:00", **more: Any) -> Any:
        return self.post(
            "/start_pipeline_execution", 201, pipeline_id=pipeline["id"], start_date=at(clock), **more
        )

    def end(self, execution: Any, clock: str = "10:00", status: int = 204, **more: Any) -> Any:
        return self.post("/end_pipeline_execution", status, id=execution["id"], end_date=at(clock), **more)

    def lineage(self, pipeline: Any, sources: list[str], targets: list[str], status: int = 201) -> Any:
        return self.post(
            "/address_lineage",
            status,
            pipeline_id=pipeline["id"],
            source_addresses=[address(name) for name in sources],
            target_addresses=[address(name) for name in targets],
        )

    def address_id(self, name: str) -> int:
        [(number,)] = self.api.rows("select id from address where name = %s", name)
        return int(number)

    def events(self, run_id: str) -> list[Any]:
        query = "select body from events where run_id = %s order by position"
        return [json.loads(body) for (body,) in self.api.rows(query, run_id)]

    def declared(self, job: str) -> list[Any]:
        # As text: others may have sent what PostgreSQL's own JSON can't hold.
        query = "select body from events where kind = 'job' order by position"
        bodies = (json.loads(body) for (body,) in self.api.rows(query))
        return [body for body in bodies if body["job"]["name"] == job]


def _answered(reply: httpx.Response, status: int) -> Any:
    assert reply.status_code == status, reply.text
    return reply.json() if reply.content else None


def fresh(word: str) -> str:
    return f"{word}-{uuid4().hex[:10]}"


def at(clock: str) -> str:
    return f"2026-04-20T{clock}:00Z"


def address(name: str) -> dict[str, str]:
    return {"address_name": name, "address_type_name": "postgresql", "address_type_group_name": "database"}


@pytest.fixture
def watcher(api: RunningApi) -> Client:
    return Client(api)


@pytest.fixture
def world(api: RunningApi) -> Iterator[World]:
    """The store behind the shared API."""
    with psycopg.connect(api.database_url, autocommit=True) as connection:
        yield World(connection)


def fields(refusal: Any) -> list[str]:
    """Which fields a 422 names."""
    return [str(fault["loc"][-1]) for fault in refusal["detail"]]
