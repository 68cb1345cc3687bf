"""The complete workflow of Watcher's document runs as it is written, against a fresh server."""

import asyncio
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.running import RunningApi, running_api

DOCUMENT = Path(__file__).parents[2] / "cases" / "watcher" / "complete_workflow.txt"

# Not Python: the document stands in for the reader's own work with it.
SQL = """        SELECT
        *
        FROM Table_A
        WHERE id <= next_watermark
            AND id > watermark
"""


def run_document(api: RunningApi, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example byte for byte, but for the address of the server and the SQL."""
    source = DOCUMENT.read_text()
    assert SQL in source
    pendulum = ModuleType("pendulum")
    pendulum.now = lambda zone: datetime.now(UTC)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pendulum", pendulum)
    code = compile(source.replace(SQL, "").replace("http://localhost:8000", api.url), str(DOCUMENT), "exec")
    names: dict[str, Any] = {"__name__": "document"}
    exec(code, names)
    asyncio.run(names["run_pipeline_workflow"]())


@pytest.fixture
def fresh_api(new_database: Callable[[], str]) -> Any:
    with running_api(new_database()) as running:
        yield running


def test_the_documents_example_runs_as_it_is_written(
    fresh_api: RunningApi, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_document(fresh_api, monkeypatch)

    answer = capsys.readouterr().out.splitlines()
    assert answer == [
        "Pipeline ID: 1",
        "Active: True",
        "Load Lineage: True",
        answer[3],
        "Lineage relationships created: 1",
        "Pipeline execution associated with ID: 1",
        "Pipeline execution completed successfully",
    ]
    [pipeline] = fresh_api.get("/pipeline").json()
    assert (pipeline["watermark"], pipeline["load_lineage"]) == ("150", False)
    execution = fresh_api.get("/pipeline_execution/1").json()
    assert [execution[name] for name in ("inserts", "updates", "soft_deletes", "total_rows")] == [
        150,
        25,
        5,
        180,
    ]
    assert execution["completed_successfully"] is True


def test_the_second_time_it_loads_no_lineage_and_begins_where_the_first_ended(
    fresh_api: RunningApi, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_document(fresh_api, monkeypatch)
    run_document(fresh_api, monkeypatch)

    assert capsys.readouterr().out.count("Lineage relationships created") == 1
    newest, oldest = fresh_api.get("/pipeline_execution").json()["items"]
    assert (oldest["watermark"], newest["watermark"]) == ("0", "150")


def test_the_example_leaves_its_events_in_the_log(
    fresh_api: RunningApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_document(fresh_api, monkeypatch)

    query = "select body::jsonb from events where stream = 'lineage' order by position"
    bodies = [body for (body,) in fresh_api.rows(query)]
    assert [body.get("eventType") for body in bodies] == [None, "START", "COMPLETE"]
    for body in bodies:
        assert body["inputs"][0]["name"] == "source_db.stock_prices"
        assert body["outputs"][0]["name"] == "warehouse.stock_prices"
