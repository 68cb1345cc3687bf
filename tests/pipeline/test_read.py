"""A range of the log says the same, wherever it is read."""

import gc
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from pyspark.sql import SparkSession

from headwater.pipeline.read import RangeReader, kept_connection, paused_collector
from tests.builders import run_event
from tests.pipeline.conftest import World
from tests.pipeline.random_events import histories

pytestmark = pytest.mark.spark


def rows(folded: Any) -> list[dict[str, Any]]:
    facts = [fact for fact in folded.to_pylist() if fact["kind"] != "progress"]
    return sorted(facts, key=lambda fact: (fact["kind"], fact["key"]))


@settings(
    max_examples=4,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
@given(history=histories)
def test_a_range_read_in_tasks_has_the_facts_of_one_read_in_place(
    spark: SparkSession, world: World, history: list[dict[str, Any]]
) -> None:
    world.send(*history)
    read = RangeReader(spark, world.url)

    in_tasks, in_place = read.in_tasks(0, 10_000), read.in_place(0, 10_000)

    assert rows(in_tasks) == rows(in_place)


def test_a_lost_connection_costs_one_read_and_is_made_again(spark: SparkSession, world: World) -> None:
    world.send(run_event("r", "COMPLETE", 0, inputs=("a",)))
    read = RangeReader(spark, world.url)
    assert read.in_place(0, 10).num_rows > 1
    kept_connection(world.url).close()
    assert read.in_place(0, 10).num_rows > 1


def test_the_collector_goes_on_after_a_read_that_fails() -> None:
    def fail() -> None:
        raise ValueError("paused" if not gc.isenabled() else "running")

    with pytest.raises(ValueError, match="paused"), paused_collector():
        fail()
    assert gc.isenabled()
