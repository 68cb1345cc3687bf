"""The stream publishes what follows the published position, each event once."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.stream import start_stream
from headwater.settings import Settings
from headwater.store.publish import Published
from tests.builders import run_event
from tests.pipeline.conftest import World

pytestmark = pytest.mark.spark


def test_batches_of_the_stream_publish_each_event_once_and_none_twice(
    spark: SparkSession, world: World, tmp_path: Path
) -> None:
    batches: list[Published] = []
    settings = Settings(home=tmp_path, max_batch_events=4)
    query = start_stream(spark, settings, world.url, world.pipeline, lambda done, _: batches.append(done))
    for number in range(10):
        world.send(run_event(f"r{number}", "COMPLETE", number, inputs=("a",)))
    query.processAllAvailable()
    query.stop()

    assert sum(batch.events for batch in batches) == 10
    assert not any(batch.skipped for batch in batches)
    assert world.rows("select position, events from pipeline_state") == [(10, 10)]
    assert world.rows("select count(*) from runs") == [(10,)]


def test_a_stream_that_starts_again_goes_on_after_the_published_position(
    spark: SparkSession, world: World, tmp_path: Path
) -> None:
    world.take([run_event("r1", "COMPLETE", 1, inputs=("a",))])
    world.send(run_event("r2", "COMPLETE", 2, inputs=("a",)))
    batches: list[Published] = []
    query = start_stream(
        spark, Settings(home=tmp_path), world.url, world.pipeline, lambda done, _: batches.append(done)
    )
    query.processAllAvailable()
    query.stop()

    assert [batch.events for batch in batches] == [1]
    assert world.rows("select position, events from pipeline_state") == [(2, 2)]
