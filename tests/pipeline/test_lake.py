"""The lake: every event and every fact, once, in Delta tables."""

from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.lake import start_lake
from headwater.settings import Settings
from headwater.store.lake.lake import Lake
from headwater.store.lake.table import COMPACT_AFTER
from tests.builders import run_event
from tests.pipeline.conftest import World

pytestmark = pytest.mark.spark


def test_the_lake_holds_every_event_and_its_facts_also_after_a_restart(
    spark: SparkSession, world: World, tmp_path: Path
) -> None:
    settings = Settings(home=tmp_path, lake_seconds=1)
    for number in (1, 2):
        world.send(run_event(f"r{number}", "COMPLETE", number, inputs=("a",)))
        query = start_lake(spark, settings, world.url)
        query.processAllAvailable()
        query.stop()

    lake = Lake(tmp_path)
    events = spark.read.parquet(*lake.events.files())
    facts = spark.read.parquet(*lake.facts.files())
    assert sorted(row.position for row in events.collect()) == [1, 2]
    assert facts.where("kind = 'run'").count() == 2


def test_facts_that_a_crash_left_out_are_written_at_the_next_start(
    spark: SparkSession, world: World, tmp_path: Path
) -> None:
    settings, lake = Settings(home=tmp_path, lake_seconds=1), Lake(tmp_path)
    # What an earlier version left is no table, and goes.
    (lake.events.place.folder / "batch=0").mkdir(parents=True)
    world.send(run_event("r1", "COMPLETE", 1, inputs=("a",)))
    query = start_lake(spark, settings, world.url)
    query.processAllAvailable()
    query.stop()
    lake.facts.place.remove()
    start_lake(spark, settings, world.url).stop()

    assert spark.read.parquet(*lake.facts.files()).where("kind = 'run'").count() == 1
    assert len(lake.events.files()) == 1


def test_long_texts_are_in_the_files_alone_and_not_in_the_log_of_the_table(tmp_path: Path) -> None:
    table = Lake(tmp_path).events
    for position in range(1, COMPACT_AFTER + 2):
        row = {"position": [position], "body": ["x" * 100_000]}
        table.write(pa.table(row), position)
        table.compact()
    log = list((table.place.folder / "_delta_log").glob("*.json"))
    assert len(log) > COMPACT_AFTER
    assert max(file.stat().st_size for file in log) < 50_000
    assert pa.table(table.delta.get_add_actions(flatten=True))["max.position"].to_pylist()
