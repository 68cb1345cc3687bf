"""The lake: every event and every fact, once, as Parquet."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.lake import start_lake
from headwater.settings import Settings
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

    events = spark.read.parquet(str(tmp_path / "lake" / "events"))
    facts = spark.read.parquet(str(tmp_path / "lake" / "facts"))
    assert sorted(row.position for row in events.collect()) == [1, 2]
    assert facts.where("kind = 'run'").count() == 2
