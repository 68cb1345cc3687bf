"""Health is judged by what happened last, and 503 says that something does not work."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from headwater.api import health
from tests.builders import run_event
from tests.running import RunningApi, running_api


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "postgres").mkdir()
    return tmp_path


@pytest.fixture
def api(new_database: Callable[[], str], home: Path) -> Iterator[RunningApi]:
    with running_api(new_database(), home=home) as running:
        worker_seen(running, seconds_ago=0)
        yield running


def worker_seen(api: RunningApi, seconds_ago: float) -> None:
    api.rows(
        "update worker_state set seen_at = clock_timestamp() - make_interval(secs => %s) returning 1",
        seconds_ago,
    )


def told(api: RunningApi) -> tuple[int, dict[str, Any]]:
    reply = api.get("/api/v1/health")
    return reply.status_code, reply.json()["dependencies"]


def waiting_since(api: RunningApi, seconds: float) -> None:
    api.send(run_event("r", "COMPLETE", "09:00"))
    api.rows(
        "update events set received_at = clock_timestamp() - make_interval(secs => %s) returning 1", seconds
    )


def test_all_is_well(api: RunningApi) -> None:
    well = {"postgresql": "healthy", "pipeline": "healthy", "kafka": "not configured", "disk": "healthy"}
    assert told(api) == (200, well)


def test_a_worker_whose_heart_has_stopped_is_told_within_seconds(api: RunningApi) -> None:
    worker_seen(api, seconds_ago=11)
    status, dependencies = told(api)
    assert (status, dependencies["pipeline"]) == (503, "unhealthy")


def test_a_stream_that_does_not_move_is_told_within_seconds(api: RunningApi) -> None:
    waiting_since(api, seconds=16)
    status, dependencies = told(api)
    assert (status, dependencies["pipeline"]) == (503, "unhealthy")


def test_a_stream_that_is_behind_but_moves_is_healthy(api: RunningApi) -> None:
    waiting_since(api, seconds=300)
    api.rows("update pipeline_state set published_at = clock_timestamp() returning 1")
    assert told(api)[0] == 200


def test_a_rebuild_is_told_as_such_however_long_it_takes(api: RunningApi) -> None:
    waiting_since(api, seconds=3600)
    api.rows("insert into work (kind, arguments, started_at) values ('rebuild', '{}', now()) returning 1")
    status, dependencies = told(api)
    assert (status, dependencies["pipeline"]) == (200, "rebuilding")


def test_a_rebuild_whose_worker_is_gone_is_not_healthy(api: RunningApi) -> None:
    api.rows("insert into work (kind, arguments, started_at) values ('rebuild', '{}', now()) returning 1")
    worker_seen(api, seconds_ago=11)
    assert told(api)[0] == 503


def test_a_full_disk_is_told_before_anyone_writes(api: RunningApi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE_BYTES", 10**18)
    status, dependencies = told(api)
    assert (status, dependencies["disk"]) == (503, "full")


def test_the_disk_of_a_database_elsewhere_is_not_judged(api: RunningApi, home: Path) -> None:
    (home / "postgres").rmdir()
    assert "disk" not in told(api)[1]
