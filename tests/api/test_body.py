"""Bodies: one budget for all of them, and none that takes for ever."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from headwater.api import body, connections
from headwater.api.body import BodyBudget, read_body
from headwater.errors import OverloadedError, SlowRequestError
from tests.builders import run_event
from tests.running import RunningApi, running_api
from tests.world import shared_database

HEAD = b"POST /api/v1/lineage HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[RunningApi]:
    with shared_database(postgres_url) as url, running_api(url, max_bodies_bytes=1_000_000) as running:
        yield running


def chunks(*sizes: int) -> Callable[[], Any]:
    waiting = [{"type": "http.request", "body": b"x" * size, "more_body": True} for size in sizes]

    async def receive() -> Any:
        return waiting.pop(0) if waiting else await asyncio.sleep(60)

    return receive


def test_bodies_in_flight_share_one_budget_and_give_it_back() -> None:
    budget = BodyBudget(100)

    async def read() -> None:
        with budget.share() as one, budget.share() as other:
            one.add(60)
            await read_body(chunks(30, 30), {}, 1000, other)

    with pytest.raises(OverloadedError):
        asyncio.run(read())
    assert budget.used == 0


def test_a_body_that_stops_coming_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "PAUSE_SECONDS", 0.05)
    with pytest.raises(SlowRequestError), BodyBudget(1000).share() as share:
        asyncio.run(read_body(chunks(10, 10), {}, 1000, share))


def test_unfinished_bodies_are_bounded_in_sum_and_others_are_taken(api: RunningApi) -> None:
    held = [socket.create_connection(("127.0.0.1", api.port)) for _ in range(3)]
    for one in held[:2]:
        one.sendall(HEAD % 500_000 + b"x" * 450_000)
    time.sleep(0.3)
    held[2].sendall(HEAD % 500_000 + b"x" * 450_000)
    held[2].settimeout(5)
    assert b"503" in held[2].recv(100)
    assert api.send(run_event("r", "START", "09:00")).status_code == 201
    for one in held:
        one.close()


@pytest.mark.parametrize("sent", [b"", b"GET /api/v1/health HTTP/1.1\r\nHost: loc"])
def test_a_connection_without_a_request_is_closed(
    api: RunningApi, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", api.port)) as slow:
        slow.sendall(sent)
        slow.settimeout(5)
        assert slow.recv(10) == b""


@pytest.mark.parametrize("path", ["/api/v1/lineage/batch", "/api/v1/lineage/ingest"])
def test_a_huge_batch_of_nothing_delays_nobody(postgres_url: str, path: str) -> None:
    numbers = b"[" + b"{}," * 5_000_000 + b"{}]"
    large = numbers if path.endswith("batch") else b'{"namespace": "team", "events": ' + numbers + b"}"
    with shared_database(postgres_url) as url, running_api(url) as api:
        replies: list[int] = []
        sending = threading.Thread(target=lambda: replies.append(api.send(large, path).status_code))
        sending.start()
        answered = 0
        while sending.is_alive():
            assert api.client.get("/openapi/hub.json").status_code == 200
            answered += 1
        sending.join()
    assert replies == [413]
    # Read on the event loop, such a body lets nobody else in before it is done.
    assert answered > 5
