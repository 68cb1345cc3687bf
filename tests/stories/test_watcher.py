"""A Watcher execution, through the Spark pipeline: a run, a job, and lineage like everybody else's."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.builders import run_event
from tests.dialects.watcher.conftest import Client
from tests.pipeline.conftest import World
from tests.running import running_api

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module")
def own_world(shared_world: Callable[[], World]) -> World:
    return shared_world()


@pytest.fixture(scope="module")
def story(own_world: World) -> Iterator[tuple[Client, Any, Any]]:
    """An Airflow job writes what a Watcher pipeline reads, under the name that only one dataset has."""
    world = own_world
    upstream = run_event(
        "extract", "COMPLETE", "08:00", job="extract", inputs=("api/prices",), outputs=("lake/raw.prices",)
    )
    world.take([upstream])
    with running_api(world.url) as api:
        watcher = Client(api)
        pipeline = watcher.pipeline("stock-price-worker", next_watermark=150)
        watcher.lineage(pipeline, ["raw.prices"], ["warehouse.stock_prices"])
        execution = watcher.start(pipeline, "09:00")
        watcher.end(execution, "09:20", inserts=150, updates=25, soft_deletes=5, total_rows=180)
        failed = watcher.start(pipeline, "10:00", parent_id=execution["id"])
        watcher.end(failed, "10:01", completed_successfully=False)
        world.digest()
        yield watcher, execution, failed


def read(watcher: Client, path: str, **parameters: Any) -> Any:
    [(position,)] = watcher.api.rows("select max(position) from events where stream = 'lineage'")
    return watcher.get(path, min_position=position, **parameters)


def test_an_execution_shows_among_the_runs(story: tuple[Client, Any, Any]) -> None:
    watcher, execution, _ = story
    run = read(watcher, f"/api/v1/runs/{execution['run_id']}")
    assert (run["state"], run["duration_seconds"]) == ("COMPLETE", 1200.0)
    assert (run["job_namespace"], run["job_name"]) == ("watcher", "stock-price-worker")
    assert [one["name"] for one in run["inputs"]] == ["raw.prices"]
    assert run["outputs"][0]["facets"]["outputStatistics"]["value"]["rowCount"] == 180
    assert run["facets"]["headwater_execution"]["value"]["inserts"] == 150


def test_a_failed_execution_is_a_failed_run_with_its_parent(story: tuple[Client, Any, Any]) -> None:
    watcher, execution, failed = story
    run = read(watcher, f"/api/v1/runs/{failed['run_id']}")
    assert run["state"] == "FAIL"
    assert run["parent"]["run_id"] == execution["run_id"]


def test_its_lineage_joins_that_of_other_tools(story: tuple[Client, Any, Any]) -> None:
    watcher, _, _ = story
    found = read(watcher, "/api/v1/graph/upstream", name="warehouse.stock_prices")
    reached = [one["node"]["id"] for one in found["nodes"] if one["node"]["kind"] == "dataset"]
    assert reached == ["dataset:lake/raw.prices", "dataset:api/prices"]
    found = read(watcher, "/api/v1/graph/downstream", name="api/prices")
    assert "job:watcher/stock-price-worker" in [one["node"]["id"] for one in found["nodes"]]


def test_runs_of_both_kinds_show_as_executions_once(story: tuple[Client, Any, Any]) -> None:
    watcher, execution, failed = story
    page = watcher.get("/pipeline_execution")
    told = [(one["id"], one["source"], one["job_name"]) for one in page["items"]]
    assert told[:2] == [
        (failed["id"], "watcher", "stock-price-worker"),
        (execution["id"], "watcher", "stock-price-worker"),
    ]
    assert [one[1:] for one in told[2:]] == [("openlineage", "extract")]


def test_nothing_of_it_is_quarantined(story: tuple[Client, Any, Any]) -> None:
    watcher, _, _ = story
    assert watcher.api.rows("select reason from quarantine") == []


def test_what_is_late_names_what_is_downstream(story: tuple[Client, Any, Any]) -> None:
    watcher, _, _ = story
    pipeline = watcher.get("/pipeline")[0]
    watcher.patch("/pipeline", id=pipeline["id"], timely_number=1, timely_datepart="month")
    [late] = watcher.post("/timeliness", 200)["late"]
    assert late["downstream"] == {"total": 1, "items": ["postgresql/warehouse.stock_prices"]}


def test_a_rebuild_leaves_pipelines_and_executions_alone(
    story: tuple[Client, Any, Any], own_world: World
) -> None:
    watcher, execution, _ = story
    before = watcher.get("/pipeline"), watcher.get("/pipeline_execution")
    own_world.rebuild()
    assert (watcher.get("/pipeline"), watcher.get("/pipeline_execution")) == before
    assert read(watcher, f"/api/v1/runs/{execution['run_id']}")["state"] == "COMPLETE"
