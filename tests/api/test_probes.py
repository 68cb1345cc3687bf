"""What machines ask: whether the process lives, whether it can take events, and what it counts."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headwater.api import health
from tests.builders import run_event
from tests.running import RunningApi, running_api


@pytest.fixture
def api(new_database: Callable[[], str], tmp_path: Path) -> Iterator[RunningApi]:
    (tmp_path / "postgres").mkdir()
    with running_api(new_database(), home=tmp_path) as running:
        yield running


def scraped(api: RunningApi) -> dict[str, float]:
    """Every series with its value."""
    reply = api.get("/metrics")
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in reply.text.splitlines() if not line.startswith("#")]
    return {series: float(value) for series, _, value in (line.rpartition(" ") for line in lines)}


def test_a_process_that_answers_is_alive(api: RunningApi) -> None:
    assert api.get("/healthz").json() == {"status": "alive"}


def test_it_is_ready_also_while_the_worker_is_away(api: RunningApi) -> None:
    assert api.get("/api/v1/health").status_code == 503
    reply = api.get("/readyz")
    assert (reply.status_code, reply.json()["ready"]) == (200, True)


def test_it_is_not_ready_on_a_full_disk(api: RunningApi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE_BYTES", 1 << 62)
    reply = api.get("/readyz")
    assert (reply.status_code, reply.headers["retry-after"]) == (503, "1")
    assert reply.json()["dependencies"] == {"postgresql": "healthy", "disk": "full"}


def test_events_that_are_taken_and_repeated_are_counted(api: RunningApi) -> None:
    for _ in range(3):
        api.send(run_event("r", "COMPLETE", "09:00"))
    found = scraped(api)
    assert found['headwater_events_total{result="new"}'] == 1
    assert found['headwater_events_total{result="duplicate"}'] == 2
    assert found['headwater_requests_total{group="ingest",status="201"}'] == 3
    assert found['headwater_request_seconds_count{group="ingest"}'] == 3
    assert found['headwater_request_seconds_bucket{group="ingest",le="+Inf"}'] == 3


def test_refused_requests_are_counted_by_status(api: RunningApi) -> None:
    api.send(b"{")
    api.send(b"{}")
    found = scraped(api)
    assert found['headwater_requests_total{group="ingest",status="400"}'] == 1
    assert found['headwater_requests_total{group="ingest",status="422"}'] == 1


def test_what_waits_is_shown(api: RunningApi) -> None:
    api.send(run_event("r", "COMPLETE", "09:00"))
    api.rows("insert into work (kind, arguments) values ('timeliness', '{}') returning 1")
    found = scraped(api)
    assert (found["headwater_pipeline_lag_events"], found["headwater_work_waiting"]) == (1, 1)
    assert (found["headwater_store_up"], found["headwater_worker_up"]) == (1, 0)


def test_reads_and_writes_are_told_apart(api: RunningApi) -> None:
    api.get("/api/v1/pipeline")
    api.client.post("/api/v1/nothing", json={})
    found = scraped(api)
    assert found['headwater_requests_total{group="read",status="200"}'] >= 1
    assert found['headwater_requests_total{group="write",status="404"}'] == 1


def test_every_metric_says_what_it_is(api: RunningApi) -> None:
    lines = api.get("/metrics").text.splitlines()
    named = {line.split()[2] for line in lines if line.startswith("# HELP")}
    assert named == {line.split()[2] for line in lines if line.startswith("# TYPE")}
    suffixes = ("_bucket", "_sum", "_count")
    shown = {line.partition("{")[0].partition(" ")[0] for line in lines if not line.startswith("#")}
    for name in shown:
        base = next((name.removesuffix(end) for end in suffixes if name.endswith(end)), name)
        assert base in named or name in named


def test_events_that_are_rejected_are_counted_by_reason(api: RunningApi) -> None:
    api.send(b"{}")
    api.client.post("/api/v1/lineage/batch", json=[{}, run_event("r", "COMPLETE", "09:00"), 3])
    api.client.post("/api/v1/lineage/ingest", json={"namespace": "team-a", "events": [{}]})
    assert scraped(api)['headwater_events_rejected_total{code="bad-event"}'] == 4


def test_rates_lag_times_and_queues_are_shown(api: RunningApi) -> None:
    api.get("/healthz")
    found = {series.partition("{")[0] for series in scraped(api)}
    assert {
        "headwater_events_total",
        "headwater_pipeline_lag_events",
        "headwater_request_seconds_bucket",
        "headwater_work_waiting",
        "headwater_notifications_waiting",
        "headwater_telemetry_lag_requests",
        "headwater_connections_waiting",
        "headwater_pipeline_batches_total",
    } <= found


def test_promtool_finds_nothing_to_mend(api: RunningApi) -> None:
    """Of Debian's package `prometheus`; HEADWATER_TEST_PROMTOOL tells where it lies."""
    promtool = shutil.which(os.environ.get("HEADWATER_TEST_PROMTOOL", "promtool"))
    if promtool is None:
        pytest.skip("promtool is not here: the metrics were NOT checked with it")
    api.send(b"{}")
    api.send(run_event("r", "COMPLETE", "09:00"))
    checked = subprocess.run(
        [promtool, "check", "metrics"],
        input=api.get("/metrics").text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
