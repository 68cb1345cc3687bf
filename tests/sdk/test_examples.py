"""The folder of examples: each runs as it is, and Headwater has its events."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.docs.repository import ROOT
from tests.running import RunningApi

pytestmark = pytest.mark.process

EXAMPLES = ROOT / "sdk" / "examples"
Logged = Callable[[str], list[Any]]


@pytest.fixture
def run_example(api: RunningApi, tmp_path: Path) -> Callable[..., str]:
    def run(name: str) -> str:
        environment = os.environ | {
            "PYTHONPATH": str(ROOT / "sdk" / "src"),
            "HEADWATER_URL": api.url,
            "HEADWATER_SDK_SPOOL": str(tmp_path),
            "HEADWATER_SDK_EXIT_SECONDS": "60",
        }
        program = [sys.executable, str(EXAMPLES / name)]
        ended = subprocess.run(program, env=environment, capture_output=True, text=True, timeout=200)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    return run


def states(events: list[Any]) -> list[str]:
    return [event["eventType"] for event in events]


def test_the_first_run_is_four_lines(run_example: Callable[..., str], logged: Logged) -> None:
    run_example("first_run.py")
    assert states(logged("orders.daily")) == ["START", "COMPLETE"]
    text = (EXAMPLES / "first_run.py").read_text()
    four = [line for line in text.splitlines()[1:] if line]
    assert len(four) == 4
    assert "\n".join(four) in "\n".join(
        line for line in (ROOT / "README.md").read_text().splitlines() if line
    )


def test_the_nightly_job_has_its_steps_as_children(run_example: Callable[..., str], logged: Logged) -> None:
    assert "16 rows" in run_example("nightly.py")
    [night, _] = logged("nightly")
    steps = [logged(job)[0] for job in ("customers", "load_table", "report")]
    parents = {step["run"]["facets"]["parent"]["run"]["runId"] for step in steps}
    assert parents == {night["run"]["runId"]}
    assert states(logged("report")) == ["START", "FAIL"]
    assert sorted(states(logged("load_table"))) == ["COMPLETE", "COMPLETE", "START", "START"]


def test_the_example_of_the_hubs_document_runs(run_example: Callable[..., str], logged: Logged) -> None:
    run_example("data_lineage_hub.py")
    _, completed = logged("data_processing")
    [source], [target] = completed["inputs"], completed["outputs"]
    assert (source["namespace"], source["name"]) == ("prod-db", "users.table")
    assert (target["namespace"], target["name"]) == ("processed", "s3://bucket/output.parquet")


def test_own_events_are_taken_and_judged_one_by_one(run_example: Callable[..., str], logged: Logged) -> None:
    assert "1 accepted, 1 rejected" in run_example("own_events.py")
    assert states(logged("own_events")) == ["COMPLETE"]


def test_every_example_is_run() -> None:
    text = Path(__file__).read_text() + (ROOT / "tests" / "sdk" / "test_spark.py").read_text()
    assert [path.name for path in EXAMPLES.glob("*.py") if f'"{path.name}"' not in text] == []
