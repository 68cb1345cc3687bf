"""What is answered before FastAPI is answered as FastAPI would; whatever is not plain is left to it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from headwater import questions
from headwater.api.app import create_app
from headwater.api.direct_reads import DirectReads
from headwater.api.process import Process, build_process
from tests.world import World, day

Ask = Callable[[str, str], Any]


@pytest.fixture
def shop(world: World) -> World:
    orders, daily = world.dataset("orders", owners=["ann"]), world.dataset("daily", tier="gold")
    load = world.job("load")
    world.reads(orders, load)
    world.writes(load, daily)
    return world


@pytest.fixture
def process(database_url: str, shop: World) -> Process:
    return build_process(database_url, pool_size=2, clock=lambda: day(20))


@pytest.fixture
def client(process: Process) -> Iterator[TestClient]:
    with ExitStack() as running:
        yield running.enter_context(TestClient(create_app(process), raise_server_exceptions=False))


@pytest.fixture
def reads(process: Process) -> DirectReads:
    return DirectReads(process, questions.load().values())


PLAIN = [
    ("/graph/downstream", {"asset": "orders"}),
    ("/graph/downstream", {"asset": "orders", "jobs": "false", "limit": "1", "depth": "2"}),
    (
        "/graph/upstream",
        {"asset": "dataset:ecommerce_warehouse/daily", "level": "dataset", "min_position": "0"},
    ),
    ("/impact", {"asset": "orders", "owner": "ann", "direct": "true", "limit": "500"}),
    ("/impact", {"asset": "orders", "owner": ""}),
    ("/graph/paths", {"source": "orders", "target": "daily"}),
    ("/datasets", {"limit": "2"}),
    ("/datasets", {}),
]


@pytest.mark.parametrize(("path", "asked"), PLAIN)
def test_a_plain_read_is_answered_as_the_route_answers_it(
    client: TestClient, reads: DirectReads, path: str, asked: dict[str, str]
) -> None:
    read = reads.find(f"/api/v1{path}", urlencode(asked).encode())
    assert read is not None
    reply, routed = asyncio.run(_answer(read)), client.get(f"/api/v1{path}", params=asked)
    assert (reply.status, reply.body) == (routed.status_code, routed.content)
    assert reply.headers["content-type"] == routed.headers["content-type"]


async def _answer(read: Callable[[], Any]) -> Any:
    return await read()


NOT_PLAIN = [
    b"",
    b"asset=",
    b"name=orders",
    b"asset=a&asset=b",
    b"asset=a%00b",
    b"asset=orders&limit=0",
    b"asset=orders&limit=1001",
    b"asset=orders&limit=+5",
    b"asset=orders&limit=05",
    b"asset=orders&limit=5.0",
    b"asset=orders&limit=%D9%A5",
    b"asset=orders&limit=",
    b"asset=orders&depth=99999999999999999999",
    b"asset=orders&jobs=yes",
    b"asset=orders&level=Column",
    b"asset=orders&as_of=2026-01-01",
    b"asset=orders&min_position=9223372036854775807",
    b"asset=orders&min_event_id=0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
    b"asset=orders&colour=red",
]


@pytest.mark.parametrize("query", NOT_PLAIN)
def test_what_is_not_plain_is_left_to_the_route(client: TestClient, reads: DirectReads, query: bytes) -> None:
    assert reads.find("/api/v1/graph/downstream", query) is None


def test_a_path_that_is_no_question_is_left_to_the_route(reads: DirectReads) -> None:
    assert reads.find("/api/v1/graph/downstream/", b"asset=orders") is None
    assert reads.find("/api/v1/datasets/warehouse/orders", b"") is None
