"""The worker's loop with handlers and streams of the test's own: order, outcome, failure, pause, stop."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
import pytest

from headwater.answers.operations import Work
from headwater.lifetime import Lifetime
from headwater.settings import Settings
from headwater.store import work
from headwater.store.work import Task, WorkKind
from headwater.worker.handlers.handler import Handler, Result
from headwater.worker.process import Worker, wait_for_lock
from headwater.worker.resources import Resources
from headwater.worker.schedule import Schedule
from headwater.worker.streams import Streams

Connection = psycopg.Connection[Any]


class FakeStreams:
    def __init__(self) -> None:
        self.is_paused = self.is_stopped = False

    def keep_running(self) -> None: ...

    @contextmanager
    def paused(self) -> Iterator[None]:
        self.is_paused = True
        yield
        self.is_paused = False

    def stop(self) -> None:
        self.is_stopped = True


class Bench:
    """A worker and what it did."""

    def __init__(self, control: Connection) -> None:
        self.control, self.streams, self.lifetime = control, FakeStreams(), Lifetime()
        self.done: list[str] = []
        handlers = {
            "add": Handler(self._add),
            "fail": Handler(self._fail),
            "publish": Handler(self._publish, pauses_stream=True),
            "timeliness": Handler(self._add),
            "stop": Handler(self._stop),
            "interrupt": Handler(self._interrupt),
        }
        self.worker = Worker(
            control,
            cast(Resources, None),
            cast(Streams, self.streams),
            Schedule(Settings()),
            handlers,
            self.lifetime,
        )

    def request(self, kind: str) -> int:
        return work.request(self.control, cast(WorkKind, kind), {"a": 1}).id

    def found(self, id: int) -> Work:
        found = work.find(self.control, id)
        assert found is not None
        return found

    def run(self) -> None:
        """Until all that is requested is done."""
        self.request("stop")
        self.worker.run()

    def _add(self, _resources: Resources, task: Task) -> Result:
        self.done.append(task.kind)
        return {"sum": task.arguments.get("a", 0)}

    def _fail(self, _resources: Resources, task: Task) -> Result:
        raise ValueError("a\x00 reason")

    def _publish(self, _resources: Resources, task: Task) -> Result:
        return {"paused": self.streams.is_paused}

    def _interrupt(self, _resources: Resources, task: Task) -> Result:
        raise InterruptedError

    def _stop(self, _resources: Resources, task: Task) -> Result:
        self.lifetime._stop.set()
        return {}


@pytest.fixture
def bench(connection: Connection) -> Bench:
    return Bench(connection)


def test_requests_are_done_in_order_after_the_checks(bench: Bench) -> None:
    first, second = bench.request("add"), bench.request("add")
    bench.run()
    assert bench.done == ["timeliness", "add", "add"]
    assert [bench.found(id).result for id in (first, second)] == [{"sum": 1}, {"sum": 1}]
    assert bench.streams.is_stopped


def test_a_request_that_fails_says_why_and_the_next_one_goes_on(bench: Bench) -> None:
    failed, after = bench.request("fail"), bench.request("add")
    bench.run()
    assert bench.found(failed).error == "ValueError: a reason"
    assert bench.found(after).error is None


def test_a_request_that_ends_the_worker_each_time_is_given_up(bench: Bench) -> None:
    ends, after = bench.request("add"), bench.request("add")
    for _ in range(3):  # it was begun, and no worker came as far as to say how it ended
        work.take(bench.control)
    bench.run()
    assert bench.found(ends).error == "RuntimeError: the worker ended each time it did this, 3 times"
    assert bench.found(after).result == {"sum": 1}


def test_a_worker_that_is_stopped_in_the_middle_of_a_request_has_not_tried_it(bench: Bench) -> None:
    asked = bench.request("interrupt")
    for _ in range(5):
        bench.worker.run()
    [(tries,)] = bench.control.execute("select tries from work where id = %s", [asked]).fetchall()
    assert tries == 0


def test_a_kind_that_nobody_handles_is_an_error_of_that_request(bench: Bench) -> None:
    asked = bench.request("dance")
    bench.run()
    assert bench.found(asked).error == "LookupError: no handler for work of kind `dance`"


def test_the_stream_is_paused_only_for_a_handler_that_says_so(bench: Bench) -> None:
    asked = bench.request("publish")
    bench.run()
    assert bench.found(asked).result == {"paused": True}
    assert not bench.streams.is_paused


def test_a_task_that_the_end_interrupts_stays_in_the_queue(bench: Bench) -> None:
    asked = bench.request("add")
    bench.lifetime._stop.set()
    with pytest.raises(InterruptedError):
        bench.worker._turn()
    assert bench.found(asked).finished_at is None


def test_a_second_worker_does_not_get_the_lock(bench: Bench, database_url: str) -> None:
    assert wait_for_lock(bench.control, bench.lifetime)
    bench.lifetime._stop.set()
    with psycopg.connect(database_url, autocommit=True) as other:
        assert not wait_for_lock(other, bench.lifetime, pause_seconds=0)
