"""Heavy questions have a bounded place of their own, and no statement of a request runs for ever."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from headwater import questions
from headwater.answers.base import Answer
from headwater.api import errors, routes
from headwater.api.dialect_app import dialect_app
from headwater.api.process import Process, build_process
from headwater.api.turns import Turns
from headwater.dialects import tracker, watcher
from headwater.errors import OverloadedError
from headwater.questions.reading import Reading, Writing
from tests.running import until

Result = TypeVar("Result")


class Together(Answer, frozen=True):
    most: int


class Counting:
    """A question that ends when it may, and knows how many of it ran at once."""

    def __init__(self, go_on: threading.Event) -> None:
        self._lock, self._now, self.most = threading.Lock(), 0, 0
        self._go_on = go_on

    def __call__(self, reading: Reading, **_: object) -> Together:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        assert self._go_on.wait(30)
        with self._lock:
            self._now -= 1
        return Together(self.most)


def test_only_so_many_heavy_questions_run_at_once_and_light_ones_pass_them(database_url: str) -> None:
    known = questions.load()
    go_on, at_once = threading.Event(), threading.Event()
    at_once.set()
    heavy, light = Counting(go_on), Counting(at_once)
    process = build_process(database_url, heavy=Turns(2))
    asked = (
        replace(known["diff"], function=heavy),
        replace(known["pipeline_status"], function=light),
    )
    app = FastAPI()
    app.state.process = process
    app.include_router(routes.build_router(asked))
    process.start()
    with TestClient(app) as client, ThreadPoolExecutor(12) as pool:
        waiting = [pool.submit(client.get, "/api/v1/graph/diff?from=2026-04-01") for _ in range(10)]
        until(lambda: heavy.most == 2)
        assert client.get("/api/v1/pipeline").status_code == 200
        assert not any(one.done() for one in waiting)
        go_on.set()
        assert {one.result().status_code for one in waiting} == {200}
    process.stop()
    assert heavy.most == 2


def test_a_question_that_gets_no_turn_is_told_to_come_back(database_url: str) -> None:
    process = replace(build_process(database_url, heavy=Turns(1)), turn_seconds=0.02)

    async def ask_twice() -> list[object]:
        asked = (process.in_bounded_thread(lambda: time.sleep(0.3)) for _ in range(2))
        return await asyncio.gather(*asked, return_exceptions=True)

    first, second = asyncio.run(ask_twice())
    assert first is None
    assert isinstance(second, OverloadedError)
    # The one that gave up has not taken the place of anybody.
    assert asyncio.run(process.in_bounded_thread(lambda: "answered")) == "answered"


def test_a_statement_that_takes_too_long_is_ended_and_told(database_url: str) -> None:
    def slow(reading: Reading) -> Together:
        reading.connection.execute("select pg_sleep(20)")
        return Together(0)

    process = build_process(database_url, statement_seconds=0.2)
    app = FastAPI()
    errors.install(app)
    app.state.process = process
    app.include_router(routes.build_router((replace(questions.load()["pipeline_status"], function=slow),)))
    process.start()
    with TestClient(app, raise_server_exceptions=False) as client:
        reply = client.get("/api/v1/pipeline")
    process.stop()
    assert (reply.status_code, reply.json()["code"]) == (503, "too-slow")


@pytest.mark.parametrize("topic", routes.HEAVY_TOPICS)
def test_every_heavy_topic_has_a_question(topic: str) -> None:
    assert topic in {question.topic for question in questions.load().values()}


HEAVY = [
    ("GET", "/api/tracker/getDownstreamImpact?assetName=orders", None),
    ("GET", "/api/tracker/getUpstreamLineage?assetName=orders", None),
    ("POST", "/api/tracker/detectBreakingChanges", {"assetName": "orders", "newColumns": []}),
    ("GET", "/api/tracker/tracePIIFlow?columnClassification=restricted", None),
    ("GET", "/address_lineage/1", None),
    ("POST", "/timeliness", {}),
]


class CountedTurns:
    """Counts turns, and tells whether one is under way."""

    def __init__(self) -> None:
        self.taken = 0
        self.under_way = False

    async def __call__(self, function: Callable[[], Result], /) -> Result:
        self.taken += 1
        self.under_way = True
        try:
            return function()
        finally:
            self.under_way = False


@pytest.fixture
def process(database_url: str) -> Iterator[Process]:
    process = build_process(database_url, visible_wait_seconds=0.05)
    process.start()
    yield process
    process.stop()


@pytest.mark.parametrize(("method", "path", "body"), HEAVY)
def test_a_question_that_walks_the_graph_is_answered_in_its_turn(
    process: Process, method: str, path: str, body: Any
) -> None:
    turns, build = CountedTurns(), tracker.dialect if "tracker" in path else watcher.dialect
    client = TestClient(dialect_app(build(process.writing, turns)))
    assert client.request(method, path, json=body).status_code in (200, 404)
    assert turns.taken == 1


def test_a_read_that_waits_for_a_position_waits_outside_of_its_turn(process: Process) -> None:
    turns = CountedTurns()

    @contextmanager
    def open_writing() -> Iterator[Writing]:
        assert not turns.under_way
        with process.writing() as writing:
            yield writing

    client = TestClient(dialect_app(tracker.dialect(open_writing, turns)))
    reply = client.get("/api/tracker/getDownstreamImpact?assetName=orders&min_position=99")
    assert (reply.status_code, turns.taken) == (422, 0)
