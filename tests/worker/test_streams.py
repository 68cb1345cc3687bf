"""Both streams are kept running: started again after a failure, slower each time, and not during a pause."""

from typing import Any, cast

import psycopg
import pytest

from headwater.errors import LakeUnreachableError
from headwater.pipeline.batch import LogPipeline
from headwater.pipeline.stream import Observer
from headwater.pipeline.telemetry import TelemetryObserver
from headwater.pipeline.types import Stream
from headwater.store.publish import Published
from headwater.worker.catch_up import CatchUp
from headwater.worker.resources import Resources
from headwater.worker.streams import Streams

Connection = psycopg.Connection[Any]


class FakeStream:
    def __init__(self) -> None:
        self.isActive = True
        self.lastProgress: dict[str, int] | None = None
        self.failure: str | None = None

    def exception(self) -> str | None:
        return self.failure

    def stop(self) -> None:
        self.isActive = False

    def fail(self, reason: str) -> None:
        self.isActive, self.failure = False, reason


class FakeCatchUp:
    def __init__(self) -> None:
        self.runs = False

    def start(self) -> None:
        self.runs = True

    def stop(self) -> None:
        self.runs = False


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class FakePipeline:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class Bench:
    """Streams of the test's own, in the order in which they were started."""

    def __init__(self, connection: Connection) -> None:
        self.connection, self.clock = connection, Clock()
        self.published: list[FakeStream] = []
        self.lakes: list[FakeStream] = []
        self.lake_is_away, self.tries = False, 0
        unused: Any = None
        pipeline = cast(LogPipeline, FakePipeline(connection))
        resources = Resources(unused, unused, unused, unused, pipeline, unused)
        self.catch_up = FakeCatchUp()
        catch_up = cast(CatchUp, self.catch_up)
        self.streams = Streams(
            resources, connection, catch_up, self._publish, self._fill_lake, self._telemetry, self.clock
        )

    def pause(self) -> float:
        """Seconds after which a stream that has failed is started again."""
        before, began = len(self.published), self.clock.seconds
        while len(self.published) == before:
            self.streams.keep_running()
            self.clock.seconds += 0.5
        return self.clock.seconds - began - 0.5

    def _publish(self, _resources: Resources, observe: Observer) -> Stream:
        self.observe = observe
        self.published.append(FakeStream())
        return cast(Stream, self.published[-1])

    def _telemetry(self, _resources: Resources, _observe: TelemetryObserver) -> Stream:
        return cast(Stream, FakeStream())

    def _fill_lake(self, _resources: Resources) -> Stream:
        if self.lake_is_away:
            self.tries += 1
            raise LakeUnreachableError("s3://lake/a", "connection refused")
        self.lakes.append(FakeStream())
        return cast(Stream, self.lakes[-1])


@pytest.fixture
def bench(connection: Connection) -> Bench:
    return Bench(connection)


def test_what_runs_is_left_alone(bench: Bench) -> None:
    bench.streams.keep_running()
    bench.streams.keep_running()
    assert (len(bench.published), len(bench.lakes)) == (1, 1)


def test_a_stream_that_fails_starts_again_slower_each_time_and_says_why(bench: Bench) -> None:
    bench.streams.keep_running()
    pauses = []
    for _ in range(7):
        bench.published[-1].fail("out of \x00 space")
        pauses.append(bench.pause())
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    assert bench.published[-1].isActive
    assert bench.connection.execute("select last_error from worker_state").fetchall() == [("out of  space",)]


def test_a_batch_that_gets_through_resets_the_pause(bench: Bench) -> None:
    bench.streams.keep_running()
    pauses = []
    for _ in range(2):
        bench.published[-1].fail("")
        pauses.append(bench.pause())
        bench.observe(Published(7, 3), 0.25)
    assert pauses == [1, 1]
    state = bench.connection.execute("select batch_events, batch_seconds from pipeline_state").fetchall()
    assert state == [(3, 0.25)]


def test_events_are_published_without_the_stream_until_it_works_and_when_it_fails(bench: Bench) -> None:
    bench.streams.keep_running()
    assert bench.catch_up.runs  # started, but it may never come up
    bench.published[-1].lastProgress = {"batchId": 0}
    bench.streams.keep_running()
    assert not bench.catch_up.runs
    bench.published[-1].fail("Python worker failed to connect back.")
    bench.streams.keep_running()
    assert bench.catch_up.runs


def test_a_lake_that_can_not_be_filled_is_not_tried_at_every_beat(bench: Bench) -> None:
    for _ in range(20):
        bench.streams.keep_running()
        bench.lakes[-1].fail("Python worker failed to connect back.")
        bench.clock.seconds += 0.5
    assert len(bench.lakes) == 4  # at 0, 1, 3 and 7 seconds


def test_a_lake_that_can_not_be_reached_leaves_the_other_streams_alone(bench: Bench) -> None:
    bench.lake_is_away = True
    for _ in range(20):
        bench.streams.keep_running()
        bench.clock.seconds += 0.5
    assert bench.tries == 4
    assert bench.published[-1].isActive
    bench.lake_is_away = False
    bench.clock.seconds += 30
    bench.streams.keep_running()
    assert bench.lakes[-1].isActive


def test_nothing_is_published_during_a_pause_and_the_lake_goes_on(bench: Bench) -> None:
    bench.streams.keep_running()
    with bench.streams.paused():
        bench.streams.keep_running()
        assert not bench.catch_up.runs
        assert [stream.isActive for stream in bench.published] == [False]
        assert bench.lakes[-1].isActive
    bench.streams.keep_running()
    assert [stream.isActive for stream in bench.published] == [False, True]


def test_both_streams_stop_with_the_worker(bench: Bench) -> None:
    bench.streams.keep_running()
    bench.streams.stop()
    assert not bench.published[-1].isActive
    assert not bench.lakes[-1].isActive
