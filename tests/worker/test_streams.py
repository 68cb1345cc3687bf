"""Both streams are kept running: started again after a failure, slower each time, and not during a pause."""

from typing import Any, cast

import psycopg
import pytest

from headwater.pipeline.batch import Pipeline
from headwater.pipeline.stream import Observer
from headwater.pipeline.types import Stream
from headwater.store.publish import Published
from headwater.worker.lifetime import Lifetime
from headwater.worker.resources import Resources
from headwater.worker.streams import Streams

Connection = psycopg.Connection[Any]


class FakeStream:
    def __init__(self) -> None:
        self.isActive = True
        self.failure: str | None = None

    def exception(self) -> str | None:
        return self.failure

    def stop(self) -> None:
        self.isActive = False

    def fail(self, reason: str) -> None:
        self.isActive, self.failure = False, reason


class FakeLifetime(Lifetime):
    """Notes how long it should have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)


class FakePipeline:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class Bench:
    """Streams of the test's own, in the order in which they were started."""

    def __init__(self, connection: Connection) -> None:
        self.connection, self.lifetime = connection, FakeLifetime()
        self.published: list[FakeStream] = []
        self.lakes: list[FakeStream] = []
        unused: Any = None
        pipeline = cast(Pipeline, FakePipeline(connection))
        resources = Resources(unused, unused, unused, unused, pipeline, unused)
        self.streams = Streams(resources, connection, self.lifetime, self._publish, self._fill_lake)

    def _publish(self, _resources: Resources, observe: Observer) -> Stream:
        self.observe = observe
        self.published.append(FakeStream())
        return cast(Stream, self.published[-1])

    def _fill_lake(self, _resources: Resources) -> Stream:
        self.lakes.append(FakeStream())
        return cast(Stream, self.lakes[-1])


@pytest.fixture
def bench(connection: Connection) -> Bench:
    return Bench(connection)


def test_what_runs_is_left_alone(bench: Bench) -> None:
    bench.streams.keep_running()
    bench.streams.keep_running()
    assert (len(bench.published), len(bench.lakes), bench.lifetime.waits) == (1, 1, [])


def test_a_stream_that_fails_starts_again_slower_each_time_and_says_why(bench: Bench) -> None:
    bench.streams.keep_running()
    for _ in range(7):
        bench.published[-1].fail("out of \x00 space")
        bench.streams.keep_running()
    assert bench.lifetime.waits == [1, 2, 4, 8, 16, 30, 30]
    assert bench.published[-1].isActive
    assert bench.connection.execute("select last_error from worker_state").fetchall() == [("out of  space",)]


def test_a_batch_that_gets_through_resets_the_pause(bench: Bench) -> None:
    bench.streams.keep_running()
    for _ in range(2):
        bench.published[-1].fail("")
        bench.streams.keep_running()
        bench.observe(Published(7, 3), 0.25)
    assert bench.lifetime.waits == [1, 1]
    state = bench.connection.execute("select batch_events, batch_seconds from pipeline_state").fetchall()
    assert state == [(3, 0.25)]


def test_nothing_is_published_during_a_pause_and_the_lake_goes_on(bench: Bench) -> None:
    bench.streams.keep_running()
    bench.lakes[-1].fail("")
    with bench.streams.paused():
        bench.streams.keep_running()
        assert [stream.isActive for stream in bench.published] == [False]
        assert bench.lakes[-1].isActive
    bench.streams.keep_running()
    assert [stream.isActive for stream in bench.published] == [False, True]
    assert bench.lifetime.waits == []


def test_both_streams_stop_with_the_worker(bench: Bench) -> None:
    bench.streams.keep_running()
    bench.streams.stop()
    assert not bench.published[-1].isActive
    assert not bench.lakes[-1].isActive
