"""The stream of telemetry: from its log to rows and to the lake, in place and in Spark's tasks alike."""

import time
from functools import partial
from pathlib import Path

import duckdb
import psycopg
import pytest
from pyspark.sql import SparkSession

from headwater.log.telemetry import INSERT, _columns
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import from_micros
from headwater.pipeline.telemetry import (
    TelemetryReader,
    fill_telemetry_lake,
    publish_next_telemetry,
    published_telemetry,
    read_range_in_place,
    rebuild_telemetry,
    start_telemetry,
)
from headwater.settings import Settings
from headwater.store.lake.lake import Lake
from headwater.store.lake.reading import spans_of_trace
from tests.facts.telemetry.requests import AT, SECOND, counter, span, traces
from tests.store.telemetry.test_publish import served

pytestmark = pytest.mark.spark

Connection = psycopg.Connection[tuple[object, ...]]


def send(connection: Connection, *bodies: bytes, kind: TelemetryKind = TelemetryKind.TRACES) -> int:
    received = from_micros(AT // 1000)
    requests = [TelemetryRequest(kind, Encoding.PROTOBUF, body, received) for body in bodies]
    connection.execute(INSERT, _columns(requests))
    [(newest,)] = connection.execute("select max(position) from telemetry_log").fetchall()
    assert isinstance(newest, int)
    return newest


def test_the_stream_publishes_what_has_waited_long_enough(
    spark: SparkSession, database_url: str, connection: Connection, tmp_path: Path
) -> None:
    settings = Settings(home=tmp_path, telemetry_flush_seconds=0.1)
    send(connection, traces(span(1), span(2, parent=1)))
    query = start_telemetry(
        spark, settings, database_url, psycopg.connect(database_url, autocommit=True), lambda *_: None
    )
    deadline = time.monotonic() + 60
    while not connection.execute("select 1 from traces").fetchone() and time.monotonic() < deadline:
        time.sleep(0.1)
    query.stop()

    assert connection.execute("select trace_id, spans from traces").fetchall() == [(f"{1:032x}", 2)]
    assert connection.execute("select position from telemetry_state").fetchone() == (1,)


def test_spark_s_tasks_read_what_is_read_in_place(
    spark: SparkSession, database_url: str, connection: Connection
) -> None:
    upto = send(connection, *(traces(span(number, attributes={"n": number})) for number in range(1, 8)))
    upto = send(connection, counter((1, 2.0), (2, 3.0)), kind=TelemetryKind.METRICS)
    reader = TelemetryReader(spark, database_url)

    here, there = reader.in_place(0, upto), reader.in_tasks(0, upto)
    order = [
        ("item", "ascending"),
        ("position", "ascending"),
        ("span_id", "ascending"),
        ("at_ns", "ascending"),
    ]
    assert here.num_rows == 9
    assert here.sort_by(order).to_pylist() == there.sort_by(order).to_pylist()


@pytest.mark.parametrize("bad", [0, 2, 4])
def test_a_request_that_the_store_refuses_stops_no_other(
    database_url: str, connection: Connection, bad: int
) -> None:
    connection.execute("alter table traces add constraint refused check (trace_id not like '%%99')")
    send(connection, *(traces(span(1, trace=0x99 if number == bad else number + 1)) for number in range(5)))
    done = publish_next_telemetry(connection, partial(read_range_in_place, database_url), 36_500)
    assert done is not None
    assert (done.position, done.spans, done.rejected) == (5, 4, 1)
    assert published_telemetry(connection) == 5
    [(position, place, reason)] = connection.execute("select * from telemetry_problems").fetchall()
    assert (position, place) == (bad + 1, "")
    assert "refused" in str(reason)
    assert connection.execute("select count(*) from traces").fetchone() == (4,)


def test_the_lake_is_read_by_duckdb_and_by_spark_and_a_batch_that_comes_again_is_skipped(
    spark: SparkSession, database_url: str, connection: Connection, tmp_path: Path
) -> None:
    lake, read = Lake(tmp_path), TelemetryReader(spark, database_url).in_place
    for number in (1, 2, 3):
        send(connection, traces(span(number, trace=number, start=AT - number * 86_400 * SECOND)))
        send(connection, counter((number, 1.0)), kind=TelemetryKind.METRICS)
        fill_telemetry_lake(connection, lake, read)
    # As after a crash between the commit of the lake and the note of it.
    connection.execute("update telemetry_state set lake = 2")
    assert fill_telemetry_lake(connection, lake, read) == 0

    files = lake.spans.files()
    by_duckdb = duckdb.execute(
        "select name, day::text, epoch_ns(started_at) from read_parquet($files, hive_partitioning = true) "
        "order by started_at",
        {"files": files},
    ).fetchall()
    assert [row[2] for row in by_duckdb] == [AT - number * 86_400 * SECOND for number in (3, 2, 1)]
    by_spark = spark.read.option("basePath", lake.spans.place.address).parquet(*files)
    assert sorted(str(row.day) for row in by_spark.collect()) == [row[1] for row in by_duckdb]
    assert spark.read.parquet(*lake.points.files()).count() == 3
    found = spans_of_trace(lake.spans, f"{2:032x}", ("span_id", "service"))
    assert found == [{"span_id": f"{2:016x}", "service": "loader"}]


def test_many_small_files_become_one(tmp_path: Path, database_url: str, connection: Connection) -> None:
    lake = Lake(tmp_path)
    read = TelemetryReader(None, database_url).in_place  # type: ignore[arg-type]
    for number in range(1, 32):
        send(connection, traces(span(number)))
        fill_telemetry_lake(connection, lake, read)
    assert len(lake.spans.files()) < 5
    assert len(spans_of_trace(lake.spans, f"{1:032x}", ("span_id",))) == 31


def test_a_rebuild_ends_in_the_same_rows_and_leaves_alone_what_the_log_has_lost(
    database_url: str, connection: Connection
) -> None:
    read = partial(read_range_in_place, database_url)
    send(connection, traces(span(1), span(2, parent=1, failed=True)), traces(span(1), span(9, trace=4)))
    send(connection, counter((1, 2.0), (70, 5.0)), kind=TelemetryKind.METRICS)
    publish_next_telemetry(connection, read, 7)
    before = served(connection)
    connection.execute("update telemetry_rollups set count = 99")
    connection.execute("delete from traces")

    assert rebuild_telemetry(connection, read, 7) == 3
    assert served(connection) == before
    connection.execute("delete from telemetry_log where position = 1")
    assert rebuild_telemetry(connection, read, 7) is None
    assert served(connection) == before
