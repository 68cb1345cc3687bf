"""Heavy questions have a bounded place of their own, and no statement of a request runs for ever."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from headwater import questions
from headwater.answers.base import Answer
from headwater.api import errors, routes
from headwater.api.process import build_process
from headwater.questions.reading import Reading


class Together(Answer, frozen=True):
    most: int


class Counting:
    """A question that takes a while and knows how many of it ran at once."""

    def __init__(self) -> None:
        self._lock, self._now, self.most = threading.Lock(), 0, 0

    def __call__(self, reading: Reading, **_: object) -> Together:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.1)
        with self._lock:
            self._now -= 1
        return Together(self.most)


def test_only_so_many_heavy_questions_run_at_once_and_light_ones_pass_them(database_url: str) -> None:
    known = questions.load()
    heavy, light = Counting(), Counting()
    process = build_process(database_url, heavy_reads=2)
    asked = [
        replace(known["diff"], function=heavy),
        replace(known["pipeline_status"], function=light),
    ]
    app = FastAPI()
    app.include_router(routes.build_router(process, asked))
    process.start()
    with TestClient(app) as client, ThreadPoolExecutor(12) as pool:
        waiting = [pool.submit(client.get, "/api/v1/graph/diff?from=2026-04-01") for _ in range(10)]
        time.sleep(0.1)
        began = time.monotonic()
        assert client.get("/api/v1/pipeline").status_code == 200
        assert time.monotonic() - began < 0.4
        assert {one.result().status_code for one in waiting} == {200}
    process.stop()
    assert heavy.most == 2


def test_a_statement_that_takes_too_long_is_ended_and_told(database_url: str) -> None:
    def slow(reading: Reading) -> Together:
        reading.connection.execute("select pg_sleep(20)")
        return Together(0)

    process = build_process(database_url, statement_seconds=0.2)
    app = FastAPI()
    errors.install(app)
    app.include_router(
        routes.build_router(process, [replace(questions.load()["pipeline_status"], function=slow)])
    )
    process.start()
    with TestClient(app, raise_server_exceptions=False) as client:
        reply = client.get("/api/v1/pipeline")
    process.stop()
    assert (reply.status_code, reply.json()["code"]) == (503, "too-slow")


@pytest.mark.parametrize("topic", routes.HEAVY_TOPICS)
def test_every_heavy_topic_has_a_question(topic: str) -> None:
    assert topic in {question.topic for question in questions.load().values()}
