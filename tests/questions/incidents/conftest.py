"""A column that goes missing and the load that fails over it; and what the worker makes of it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.store.snapshots import loaded, repeatable_read
from headwater.worker.handlers.incidents import update_incidents
from tests.builders import at, dataset_event, result, schema
from tests.published import publish
from tests.questions.investigation.conftest import ALERT, NIGHT, night, weeks

Event = dict[str, Any]
Connection = psycopg.Connection[Any]
MESSAGE = "column amount does not exist in orders"


def dropped() -> Event:
    """The column goes an hour before the load."""
    return dataset_event("orders", NIGHT - 60, schema=schema("id int", "cents int"))


def failed_load(number: int = 0) -> list[Event]:
    return night(number, "FAIL", message=MESSAGE, rows=0)


def failed_test(success: bool = False, minute: int = NIGHT + 30) -> Event:
    return result("daily", "daily_has_rows", success, minute)


def look(connection: Connection, now: datetime | None = None) -> dict[str, Any]:
    """What the worker does once something was published."""
    with repeatable_read(connection):
        snapshot = loaded(connection, None)
    return update_incidents(connection, snapshot, now or at(ALERT) + timedelta(days=30))


class Warehouse:
    """Three weeks of good nights, then what a test adds; `look` is a turn of the worker."""

    def __init__(self, connection: Connection, client: Callable[[], TestClient]) -> None:
        self.connection, self._client = connection, client
        self._started: TestClient | None = None
        publish(connection, weeks())

    def publish(self, *events: Event) -> None:
        publish(self.connection, events)

    def look(self) -> dict[str, Any]:
        return look(self.connection)

    @property
    def client(self) -> TestClient:
        if self._started is None:
            self._started = self._client()
        return self._started

    def get(self, path: str = "", **parameters: Any) -> Any:
        reply = self.client.get(f"/api/v1/incidents{path}", params=parameters)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def act(self, act: str, number: int | str = 1, **body: Any) -> Any:
        return self.client.post(f"/api/v1/incidents/{number}/{act}", json={"by": "tom.ops", **body})

    def titles(self) -> list[tuple[str, str]]:
        return [(one["title"], one["state"]) for one in self.get()["items"]]


@pytest.fixture
def warehouse(connection: Connection, client: Callable[[], TestClient]) -> Warehouse:
    return Warehouse(connection, client)


@pytest.fixture
def broken(warehouse: Warehouse) -> Warehouse:
    """With one incident in it."""
    warehouse.publish(dropped(), *failed_load())
    warehouse.look()
    return warehouse
