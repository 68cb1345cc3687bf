"""The running system in use: commands, reading one's own writes, quarantine."""

import gzip
import json
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.builders import dataset, run_event
from tests.server.system import RunningSystem, wait_for

pytestmark = pytest.mark.server


def an_event(name: str, **facets: Any) -> dict[str, Any]:
    output = dataset(f"{name}.daily", **facets)
    return run_event(name, "COMPLETE", "09:30", job=name, inputs=(f"{name}.orders",), outputs=(output,))


def downstream(system: RunningSystem, name: str, position: int) -> str:
    found = system.get("/api/v1/graph/downstream", name=f"warehouse/{name}.orders", min_position=position)
    return json.dumps(found)


@pytest.fixture
def name() -> str:
    return f"ops_{uuid4().hex}"


def test_a_write_is_read_at_its_position_without_a_pause(system: RunningSystem, name: str) -> None:
    for number in range(5):
        job = f"{name}_{number}"
        position = system.post("/api/v1/lineage", an_event(job))["position"]
        assert f"{job}.daily" in downstream(system, job, position)


def test_health_is_good_while_everything_runs(system: RunningSystem) -> None:
    told = system.get("/api/v1/health")
    assert (told["status"], told["dependencies"]["pipeline"]) == ("healthy", "healthy")


def test_a_malformed_facet_is_quarantined_and_the_rest_of_its_event_counts(
    system: RunningSystem, name: str
) -> None:
    taken = system.post("/api/v1/lineage", an_event(name, columnLineage={"fields": "nonsense"}))

    assert f"{name}.daily" in downstream(system, name, taken["position"])
    held = system.get("/api/v1/quarantine", reason="object", limit=100)["items"]
    [mine] = [one for one in held if one["event_id"] == taken["event_id"]]
    assert (mine["part"], mine["position"]) == ("outputs[0].facets.columnLineage.fields", taken["position"])
    assert mine["reason"]


def test_a_replay_tells_what_is_still_in_quarantine(system: RunningSystem, name: str) -> None:
    taken = system.post("/api/v1/lineage", an_event(name, schema={"fields": 7}))
    downstream(system, name, taken["position"])

    work = system.post("/api/v1/quarantine/replay", {"event_ids": [taken["event_id"]]})
    done = wait_for("the replay", lambda: finished(system, work["id"]), 90)

    assert (done["error"], done["result"]) == (None, {"replayed": 1, "still_quarantined": 1})
    held = system.get("/api/v1/quarantine", limit=100)["items"]
    assert [one["part"] for one in held if one["event_id"] == taken["event_id"]] == [
        "outputs[0].facets.schema.fields"
    ]


def finished(system: RunningSystem, work: int) -> dict[str, Any] | None:
    told: dict[str, Any] = system.get(f"/api/v1/work/{work}")
    return told if told["finished_at"] else None


def test_status_and_doctor_are_content(system: RunningSystem) -> None:
    system.wait_until_caught_up()
    status, doctor = system.run("status"), system.run("doctor")
    assert (status.returncode, "lag events" in status.stdout) == (0, True), status.stderr
    assert (doctor.returncode, "running at" in doctor.stdout) == (0, True), doctor.stdout


def test_files_and_stdin_are_ingested_and_visible(system: RunningSystem, name: str, tmp_path: Path) -> None:
    jobs = [f"{name}_{number}" for number in range(4)]
    events = [json.dumps(an_event(job)) for job in jobs]
    (tmp_path / "array.json").write_text(f"[{events[0]}]")
    (tmp_path / "lines.ndjson.gz").write_bytes(gzip.compress(events[1].encode()))
    (tmp_path / "app.log").write_text(f"INFO ConsoleTransport: {events[2]}\n")

    files = system.run("ingest", *map(str, sorted(tmp_path.iterdir())))
    piped = system.run("ingest", "-", input=events[3])

    assert (files.returncode, "accepted 3" in files.stdout) == (0, True), files.stderr
    assert (piped.returncode, "accepted 1" in piped.stdout) == (0, True), piped.stderr
    # The command has waited: nobody has to name a position.
    for job in jobs:
        assert f"{job}.daily" in downstream(system, job, 0)


def test_a_trace_older_than_what_is_served_is_opened_from_the_lake(system: RunningSystem) -> None:
    trace, began = uuid4().hex, time.time_ns() - 20 * 86_400 * 10**9
    span = {"traceId": trace, "spanId": "00f067aa0ba902b7", "name": "old", "startTimeUnixNano": began}
    span["endTimeUnixNano"] = began + 10**9
    system.post("/v1/traces", {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})

    found = wait_for("the trace", lambda: opened(system, trace), 120)

    assert (found["source"], [one["name"] for one in found["spans"]]) == ("lake", ["old"])


def opened(system: RunningSystem, trace: str) -> dict[str, Any] | None:
    reply = httpx.get(f"{system.url}/api/v1/traces/{trace}", timeout=30)
    return reply.json() if reply.status_code == 200 else None


def test_a_second_system_on_the_same_port_is_refused(system: RunningSystem, tmp_path: Path) -> None:
    told = system.run("up", "--home", str(tmp_path / "other"))
    assert (told.returncode, f"port {system.port}" in told.stderr) == (3, True)
