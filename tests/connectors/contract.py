"""What every connector promises, as one class of tests: each connector subclasses it in its own tests.

class TestDbt(ConnectorContract):
    folder = "dbt"

    @pytest.fixture
    def connector(self) -> Connector[Any]: ...
"""

import importlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest

from headwater import connectors
from headwater.client import Headwater, batches
from headwater.client.request import Request
from headwater.connectors import run as runs
from headwater.connectors.contract import Connector, SourceDocument
from tests.running import RunningApi

FOLDER = Path(connectors.__file__).parent
FILES = ("__init__.py", "fetch.py", "translate.py", "state.py")
NOW = datetime(2026, 11, 18, 10, tzinfo=UTC)
# More than any source of these tests has parts and batches.
MOST_CUTS = 60


class KilledError(BaseException):
    """Like a signal: nothing that a run does catches it."""


class Cut(Headwater):
    """A client whose process is killed after so many writes."""

    def __init__(self, url: str, writes: int) -> None:
        super().__init__(url)
        self._left = writes

    def send(self, request: Request[Any]) -> Any:
        if request.method == "POST":
            if self._left == 0:
                raise KilledError
            self._left -= 1
        return super().send(request)


class ConnectorContract:
    folder: ClassVar[str]

    @pytest.fixture(autouse=True)
    def _small_batches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(batches, "BATCH_ITEMS", 5)

    def test_it_has_the_files_that_all_connectors_have(self) -> None:
        assert all((FOLDER / self.folder / file).exists() for file in FILES)
        importlib.import_module(f"headwater.connectors.{self.folder}")

    def test_it_imports_no_other_connector(self) -> None:
        others = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {self.folder, "__pycache__"}
        for path in (FOLDER / self.folder).rglob("*.py"):
            assert not any(f"headwater.connectors.{other}" in path.read_text() for other in others), path

    def test_the_same_state_and_time_give_the_same_documents(self, connector: Connector[Any]) -> None:
        first, second = documents(connector, {}), documents(connector, {})
        assert first == second
        assert any(isinstance(one, SourceDocument) for one in first)

    def test_a_second_run_sends_nothing(self, api: RunningApi, connector: Connector[Any]) -> None:
        first = run(api, connector)
        second = run(api, connector, NOW + timedelta(hours=3))
        assert first.sent > 0
        assert (second.sent, second.duplicates) == (0, 0)

    def test_a_run_from_the_beginning_adds_no_more_than_the_first(
        self, api: RunningApi, connector: Connector[Any]
    ) -> None:
        run(api, connector)
        stored = events(api)
        with Headwater(api.url) as server:
            result = runs.run(connector, server, NOW, again=True)
        assert result.tally.sent == 0
        assert events(api) == stored

    def test_a_run_that_is_killed_at_any_point_ends_in_the_same_rows(
        self, start_api: Callable[[], RunningApi], connector: Connector[Any]
    ) -> None:
        whole, killed = start_api(), start_api()
        run(whole, connector)
        # The first write says that a run has begun, and when: whoever goes on is of the same time.
        for writes in range(1, MOST_CUTS):
            if finished(killed, connector, writes, NOW + timedelta(seconds=writes - 1)):
                break
        assert events(killed) == events(whole)
        assert (shown(killed)["status"], shown(killed)["state"]) == ("succeeded", shown(whole)["state"])

    def test_its_last_run_is_listed(self, api: RunningApi, connector: Connector[Any]) -> None:
        tally = run(api, connector)
        (listed,) = api.get("/api/v1/connectors").json()["items"]
        assert (listed["name"], listed["kind"], listed["status"]) == (
            connector.name,
            connector.kind,
            "succeeded",
        )
        assert (listed["sent"], listed["refused"]) == (tally.sent, tally.refused)


def documents(connector: Connector[Any], state: dict[str, Any]) -> list[Any]:
    return [
        said for fetched in connector.fetch(state, NOW) for said in connector.translate(fetched.part, NOW)
    ]


def run(api: RunningApi, connector: Connector[Any], now: datetime = NOW) -> runs.Tally:
    with Headwater(api.url) as server:
        return runs.run(connector, server, now).tally


def finished(api: RunningApi, connector: Connector[Any], writes: int, now: datetime) -> bool:
    """Whether the run came to its end before it was killed."""
    with Cut(api.url, writes) as server:
        try:
            runs.run(connector, server, now)
        except KilledError:
            return False
    return True


def events(api: RunningApi) -> list[tuple[Any, ...]]:
    return api.rows("select event_id, kind, event_time, body from events order by event_id")


def shown(api: RunningApi) -> dict[str, Any]:
    (listed,) = api.get("/api/v1/connectors").json()["items"]
    found: dict[str, Any] = api.get(f"/api/v1/connectors/{listed['name']}").json()
    return found
