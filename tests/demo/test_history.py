"""The history as a whole: the same every time, in order, complete, and of the promised size."""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from tests.demo.conftest import Event

from headwater.demo import history

PIPELINE_TYPES = {"TASK", "APPLICATION", "DASHBOARD"}


def as_bytes(events: Iterable[Event]) -> bytes:
    return "\n".join(json.dumps(event) for event in events).encode()


def facets_of(event: Event) -> Iterator[Any]:
    """Every facet anywhere in an event."""
    datasets = [event.get("dataset", {}), *event.get("inputs", []), *event.get("outputs", [])]
    for holder in [event.get("run", {}), event.get("job", {}), *datasets]:
        for place in ("facets", "inputFacets", "outputFacets"):
            yield from holder.get(place, {}).values()


def test_the_same_seed_gives_the_same_bytes(events: list[Event]) -> None:
    assert as_bytes(history()) == as_bytes(events)


def test_the_events_are_those_that_guides_and_recorded_answers_were_made_from(
    events: list[Event],
) -> None:
    # Docs, recorded answers and other people's notes quote these events: a change of the data files that
    # alters any of them is a decision, and this digest changes with it.
    lines = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)
    digest = hashlib.sha256(lines.encode()).hexdigest()
    assert (len(events), digest) == (
        3486,
        "2411d15794ea7db076c32ea85184d748d2db368712401eefc4433d70ff74eac7",
    )


@pytest.mark.process
def test_another_process_gives_the_same_bytes(events: list[Event]) -> None:
    env = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-m", "headwater.demo"], capture_output=True, check=True, env=env)
    assert [json.loads(line) for line in run.stdout.splitlines()] == events


def test_another_seed_tells_the_same_incident_with_other_noise(events: list[Event]) -> None:
    other = list(history(1))
    assert as_bytes(other) != as_bytes(events)
    assert [e["eventTime"] for e in other if e.get("eventType") == "FAIL"][-3] == "2026-04-20T02:15:00.000Z"


def test_events_come_in_order_of_time(events: list[Event]) -> None:
    times = [event["eventTime"] for event in events]
    assert times == sorted(times)


def test_the_history_spans_thirty_days_up_to_the_alert(events: list[Event]) -> None:
    days = {event["eventTime"][:10] for event in events}
    assert (min(days), max(days), len(days)) == ("2026-03-22", "2026-04-20", 30)
    assert events[-1]["eventTime"] == "2026-04-20T04:00:00.000Z"


def test_there_are_between_two_and_four_thousand_events(events: list[Event]) -> None:
    assert 2_000 <= len(events) <= 4_000


def test_there_are_forty_datasets(events: list[Event]) -> None:
    named = [d for e in events for d in [*e.get("inputs", []), *e.get("outputs", []), e.get("dataset")] if d]
    assert len({(d["namespace"], d["name"]) for d in named}) == 40


def test_every_dataset_used_was_described_at_some_time(events: list[Event]) -> None:
    described = {(e["dataset"]["namespace"], e["dataset"]["name"]) for e in events if "dataset" in e}
    used = {(d["namespace"], d["name"]) for e in events for d in e.get("inputs", []) + e.get("outputs", [])}
    assert used <= described


def test_exactly_twenty_five_pipelines_have_sql(events: list[Event]) -> None:
    static = [e["job"] for e in events if "job" in e and "run" not in e]
    pipelines = [j for j in static if j["facets"]["jobType"]["jobType"] in PIPELINE_TYPES]
    assert len(pipelines) == 25
    assert all(job["facets"]["sql"]["dialect"] == "postgres" for job in pipelines)


def test_every_event_has_the_required_fields(events: list[Event]) -> None:
    for event in events:
        assert re.fullmatch(r"2026-0[34]-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event["eventTime"])
        assert event["producer"] == "https://shopflow.example/producer"
        kind = event["schemaURL"].rpartition("/")[2]
        assert {"RunEvent": "run", "DatasetEvent": "dataset", "JobEvent": "job"}[kind] in event
        if kind == "RunEvent":
            assert {"runId"} <= event["run"].keys()
            assert {"namespace", "name"} <= event["job"].keys()


def test_every_facet_says_who_made_it_and_by_which_schema(events: list[Event]) -> None:
    for event in events:
        assert all({"_producer", "_schemaURL"} <= facet.keys() for facet in facets_of(event))


def test_every_run_starts_before_it_ends(events: list[Event]) -> None:
    begun: Counter[str] = Counter()
    open_runs: dict[str, str] = {}
    for event in (e for e in events if "run" in e):
        run, job = event["run"]["runId"], event["job"]
        if event["eventType"] == "START":
            begun[run] += 1
            open_runs[run] = job["name"]
        elif job["namespace"] != "ecommerce_warehouse.queries":
            assert open_runs.pop(run) == job["name"]
    assert set(begun.values()) == {1}
    # Its last tasks are due after the alert.
    assert list(open_runs.values()) == ["nightly_sales"]


def test_tasks_name_the_run_of_their_dag(events: list[Event]) -> None:
    dag_runs = {e["run"]["runId"] for e in events if "run" in e and e["job"]["name"].startswith("nightly_")}
    parents = [e["run"]["facets"]["parent"] for e in events if "parent" in e.get("run", {}).get("facets", {})]
    assert parents
    assert {parent["run"]["runId"] for parent in parents} <= dag_runs


def test_every_ordinary_failure_recovers_the_same_day(events: list[Event]) -> None:
    for failed in (e for e in events if e.get("eventType") == "FAIL" and e["eventTime"] < "2026-04-20"):
        cured = [
            e
            for e in events
            if e.get("eventType") == "COMPLETE"
            and e["job"]["name"] == failed["job"]["name"]
            and failed["eventTime"] < e["eventTime"] < failed["eventTime"][:10] + "T24"
        ]
        assert cured
        assert cured[0]["run"]["runId"] != failed["run"]["runId"]
