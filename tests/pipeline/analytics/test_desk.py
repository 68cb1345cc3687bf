"""The desk takes work from the queue, runs what is due by itself, and waits while the stream is behind."""

import threading
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from pyspark.sql import SparkSession

from headwater.model.edges import EdgeKind
from headwater.pipeline.analytics.closure import ClosureTooLargeError
from headwater.pipeline.analytics.desk import Desk
from headwater.settings import Settings
from headwater.store.work import Work
from tests.pipeline.analytics.conftest import Lab

pytestmark = pytest.mark.spark


@pytest.fixture
def desk(spark: SparkSession, database_url: str, tmp_path: Path) -> Desk:
    return Desk(spark, database_url, Settings(home=tmp_path), lambda: None)


@pytest.fixture
def fed(lab: Lab) -> list[int]:
    """A chain of three datasets with a column each."""
    world = lab.world
    datasets = [world.dataset(f"d{n}") for n in range(3)]
    columns = [world.column(dataset, "c") for dataset in datasets]
    for kind, nodes in ((EdgeKind.FEEDS, datasets), (EdgeKind.COLUMN, columns)):
        for place in (1, 2):
            world.edge(kind, nodes[place - 1], nodes[place], owner=datasets[place])
    lab.label(columns[0], "internal")
    world.publish(*datasets[1:])
    return datasets


def do(desk: Desk, kind: str, **arguments: Any) -> dict[str, Any]:
    return desk.doers[kind](Work(7, kind, arguments))


def test_what_is_due_runs_by_itself_and_then_rests(desk: Desk, lab: Lab, fed: list[int]) -> None:
    desk.run_if_due(lab.connection)
    ran = [("baselines", 1), ("classify", 1), ("reach", 1)]
    assert lab.rows("analytics_state", "job, batch") == ran
    lab.world.publish()
    desk.run_if_due(lab.connection)
    assert lab.rows("analytics_state", "job, batch") == ran


def test_nothing_is_due_while_the_stream_is_behind(desk: Desk, lab: Lab, fed: list[int]) -> None:
    lab.world.event()
    lab.connection.execute("update pipeline_state set position = 0")
    desk.run_if_due(lab.connection)
    assert lab.rows("analytics_state") == []


def test_the_closure_is_exported_under_the_home_folder(desk: Desk, fed: list[int], tmp_path: Path) -> None:
    result = do(desk, "closure", level="column")
    assert (result["rows"], result["folder"]) == (3, str(tmp_path / "exports" / "closure-7"))
    (first,) = (row for row in _read(result["folder"]) if row["depth"] == 2)
    ends = {name: first[name] for name in first if not name.endswith("_id")}
    assert ends == {
        "ancestor_namespace": "ecommerce_warehouse",
        "ancestor_name": "d0",
        "ancestor_field": "c",
        "descendant_namespace": "ecommerce_warehouse",
        "descendant_name": "d2",
        "descendant_field": "c",
        "depth": 2,
    }


def _read(folder: str) -> list[dict[str, Any]]:
    return [row for file in Path(folder).glob("*.parquet") for row in parquet.read_table(file).to_pylist()]


def test_an_estimate_comes_without_an_export(desk: Desk, fed: list[int], tmp_path: Path) -> None:
    told = do(desk, "closure_estimate", level="dataset", depth=1)
    assert (told["rows"], told["exact"]) == (2, True)
    assert told["bytes"] > 0
    assert not (tmp_path / "exports").exists()


def test_an_export_over_the_limit_leaves_nothing(desk: Desk, fed: list[int], tmp_path: Path) -> None:
    with pytest.raises(ClosureTooLargeError, match="about 3 rows"):
        do(desk, "closure", level="dataset", max_rows=2)
    assert not (tmp_path / "exports").exists()


def test_a_long_run_keeps_saying_that_the_worker_is_alive(
    spark: SparkSession, database_url: str, tmp_path: Path
) -> None:
    beaten = threading.Event()
    desk = Desk(spark, database_url, Settings(home=tmp_path), beaten.set)
    doer = desk._attended(lambda work: {"beaten": beaten.wait(10)})
    assert doer(Work(1, "classify", {})) == {"beaten": True}


def test_a_stopping_worker_does_not_wait_for_a_run(
    spark: SparkSession, database_url: str, tmp_path: Path
) -> None:
    over = threading.Event()

    def stop() -> None:
        raise InterruptedError

    doer = Desk(spark, database_url, Settings(home=tmp_path), stop)._attended(
        lambda work: {"": over.wait(30)}
    )
    with pytest.raises(InterruptedError):
        doer(Work(1, "classify", {}))
    over.set()
