"""What is normal: medians and MADs by hand, and runs that fall outside."""

from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from headwater.health.normal import ANY_HOUR
from headwater.pipeline.analytics.baselines import work_out
from headwater.pipeline.analytics.tasks import POOL
from headwater.store.baselines import RUN_TYPES, completed_runs, replace_baselines
from tests.builders import dataset, run_event
from tests.pipeline.conftest import World

pytestmark = pytest.mark.spark


def runs(*durations: float, job: int = 1, hour: int | None = None, **more: Any) -> list[dict[str, Any]]:
    return [
        {
            "job_id": job,
            "run_id": f"{job:016x}{place:016x}",
            "at": place,
            "hour_of_week": place % 168 if hour is None else hour,
            "duration": duration,
            **more,
        }
        for place, duration in enumerate(durations)
    ]


def found(spark: SparkSession, rows: list[dict[str, Any]]) -> tuple[list[Any], list[Any]]:
    table = pa.Table.from_pylist(rows, pa.schema(list(RUN_TYPES.items())))
    normal, outside = work_out(spark, table)
    return normal.to_pylist(), outside.to_pylist()


def test_the_baseline_of_a_job_is_median_and_mad(spark: SparkSession) -> None:
    durations = [round(Random(3).uniform(50, 70), 3) for _ in range(31)]
    normal, outside = found(spark, runs(*durations))

    middle = median(durations)
    [row] = normal
    assert row["hour_of_week"] == ANY_HOUR
    assert row["runs"] == 31
    assert row["median"] == pytest.approx(middle)
    assert row["mad"] == pytest.approx(median(abs(one - middle) for one in durations))
    assert outside == []


def test_a_run_far_outside_is_marked_with_how_far(spark: SparkSession) -> None:
    usual = [60.0, 61.0, 59.0, 60.5, 59.5, 60.2, 59.8, 60.1, 59.9]
    _, outside = found(spark, runs(*usual, 600.0))

    [row] = outside
    assert (row["measure"], row["value"], row["median"]) == ("duration", 600.0, pytest.approx(60.05))
    assert row["score"] == pytest.approx((600 - 60.05) / 10, rel=0.01)


def test_a_run_that_does_far_less_than_usual_is_marked_too(spark: SparkSession) -> None:
    rows = [
        one | {"rows": 0.0 if place == 9 else 1000.0 + place} for place, one in enumerate(runs(*[60.0] * 10))
    ]
    _, outside = found(spark, rows)

    assert [(row["measure"], row["value"]) for row in outside] == [("rows", 0.0)]
    assert outside[0]["score"] < 0


def counted(*deletes: float) -> list[dict[str, Any]]:
    return [
        one | {"deletes": count} for one, count in zip(runs(*[60.0] * len(deletes)), deletes, strict=True)
    ]


def test_counts_that_are_mostly_zero_are_not_unusual_when_they_are_small(spark: SparkSession) -> None:
    _, outside = found(spark, counted(*[0.0] * 12, *[2.0, 3.0] * 4))

    assert outside == []


@pytest.mark.parametrize("usual", [0.0, 40.0])
def test_one_run_outside_a_history_without_spread_is_found(spark: SparkSession, usual: float) -> None:
    normal, outside = found(spark, counted(*[usual] * 200, 5000.0))

    assert {row["mad"] for row in normal} == {0.0}
    assert [(row["measure"], row["value"]) for row in outside] == [("deletes", 5000.0)]
    assert outside[0]["score"] == pytest.approx(201 / 1.253314)


def test_the_fewest_runs_that_say_anything_can_show_one_outside(spark: SparkSession) -> None:
    _, outside = found(spark, counted(*[0.0] * 7, 5000.0))

    assert [row["value"] for row in outside] == [5000.0]


def test_a_few_seconds_are_nothing_to_a_job_that_takes_none(spark: SparkSession) -> None:
    assert found(spark, runs(*[0.01, 0.02, 0.03] * 4, 4.0))[1] == []


def test_an_hour_with_enough_history_has_its_own_normal(spark: SparkSession) -> None:
    night = runs(*[600.0 + place for place in range(8)], 60.0, hour=2)
    day = [
        one | {"run_id": f"d{one['run_id'][1:]}"}
        for one in runs(*[60.0 + p / 10 for p in range(40)], hour=14)
    ]
    normal, outside = found(spark, [*night, *day])

    assert {row["hour_of_week"] for row in normal} == {ANY_HOUR, 2, 14}
    # A minute is usual by day, and far too short at night.
    assert [(row["value"], row["hour_of_week"]) for row in outside] == [(60.0, 2)]


def test_too_few_runs_say_nothing(spark: SparkSession) -> None:
    assert found(spark, runs(60.0, 61.0, 600.0)) == ([], [])


def test_jobs_do_not_mix(spark: SparkSession) -> None:
    slow = [one | {"run_id": f"a{one['run_id'][1:]}"} for one in runs(*[600.0] * 10, job=2)]
    normal, outside = found(spark, [*runs(*[60.0] * 10), *slow])

    assert {(row["job_id"], row["median"]) for row in normal} == {(1, 60.0), (2, 600.0)}
    assert outside == []


def test_measures_come_from_the_runs_that_the_pipeline_published(new_world: Callable[..., World]) -> None:
    world = new_world()
    statistics = {"outputStatistics": {"rowCount": 120, "size": 4096}}
    written = dataset("daily") | {"outputFacets": statistics}
    counts = {"headwater_execution": {"inserts": 100, "updates": 15, "soft_deletes": 5}}
    world.take(
        [
            run_event("r1", "START", "10:00", run_facets=counts),
            run_event("r1", "COMPLETE", "10:02", outputs=(written,)),
            run_event("r2", "START", "11:00"),
            run_event("r2", "FAIL", "11:30"),
        ]
    )

    [row] = completed_runs(world.connection).to_pylist()
    reported = {name: row[name] for name in ("duration", "rows", "bytes", "inserts", "updates", "deletes")}
    assert reported == {
        "duration": 120.0,
        "rows": 120.0,
        "bytes": 4096.0,
        "inserts": 100.0,
        "updates": 15.0,
        "deletes": 5.0,
    }
    assert row["throughput"] == 1.0
    # The tests' day, 20 April 2026, is a Monday.
    assert row["hour_of_week"] == 10


@pytest.mark.parametrize("count", ["abc", 10**400, -5, [1], True, None])
def test_a_count_that_cannot_be_is_not_reported(new_world: Callable[..., World], count: object) -> None:
    world = new_world()
    bad = dataset("daily") | {"outputFacets": {"outputStatistics": {"rowCount": count, "size": 4096}}}
    facet = {"total_rows": count, "inserts": count, "updates": 3}
    world.take(
        [
            run_event("r1", "START", "10:00", run_facets={"headwater_execution": facet}),
            run_event("r1", "COMPLETE", "10:02", outputs=(bad,)),
        ]
    )

    [row] = completed_runs(world.connection).to_pylist()
    reported = {name: row[name] for name in ("rows", "bytes", "inserts", "updates", "throughput")}
    assert reported == {"rows": 3.0, "bytes": 4096.0, "inserts": None, "updates": 3.0, "throughput": 3 / 120}


def test_what_is_kept_is_replaced_by_the_next_run(
    spark: SparkSession, new_world: Callable[..., World]
) -> None:
    world = new_world()
    table = pa.Table.from_pylist(runs(*[60.0] * 9, 600.0), pa.schema(list(RUN_TYPES.items())))
    normal, outside = work_out(spark, table)

    assert replace_baselines(world.connection, normal, outside) == 2
    assert replace_baselines(world.connection, normal, outside) == 0
    assert replace_baselines(world.connection, normal.slice(0, 0), outside.slice(0, 0)) == 2
    assert world.rows("select count(*) from job_baselines") == [(0,)]


def test_the_stream_keeps_its_share_of_the_cores_meanwhile(spark: SparkSession) -> None:
    spark.sparkContext.setLocalProperty("spark.scheduler.pool", "default")
    found(spark, runs(*[60.0] * 10))
    assert spark.sparkContext.getLocalProperty("spark.scheduler.pool") == POOL
