"""Which starts and ends are answered before FastAPI; what the routes have to judge is left to them."""

import asyncio
from typing import Any

import pytest

from headwater.access.callers import ANYONE, current_caller
from headwater.dialects.watcher.direct_posts import MOST_BYTES, direct_posts
from tests.dialects.watcher.conftest import Client, fields

START, END = "/start_pipeline_execution", "/end_pipeline_execution"
JSON = {"content-type": "application/json"}


class OpenedError(Exception):
    """It was taken: a connection is asked for."""


def taken(path: str, body: bytes, headers: dict[str, str] = JSON) -> bool:
    def open_writing() -> Any:
        raise OpenedError

    async def send() -> Any:
        return await direct_posts(open_writing)[path](headers, body)

    try:
        assert asyncio.run(send()) is None
    except OpenedError:
        return True
    return False


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (START, b'{"pipeline_id": 1}'),
        (START, b'{"pipeline_id": "1", "watermark": 5, "start_date": "2026-04-20T02:00:00Z", "more": 1}'),
        (END, b'{"id": 1, "inserts": 5}'),
    ],
)
def test_a_plain_call_is_taken(path: str, body: bytes) -> None:
    assert taken(path, body)
    assert taken(path, body, {"content-type": "Application/JSON; charset=utf-8"})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"pipeline_id": 0}',
        b'{"pipeline_id": 1.5}',
        b'{"pipeline_id": 1, "start_date": "yesterday"}',
        b'{"pipeline_id": 1, "execution_metadata": {"a": NaN}}',
        b'{"pipeline_id": 1, "execution_metadata": {"a": "\\ud800"}}',
        b"[" * 100_000,
        b'{"pipeline_id": 1, "more": "' + b"a" * MOST_BYTES + b'"}',
    ],
)
def test_what_the_route_would_refuse_or_is_large_is_left_to_it(body: bytes) -> None:
    assert not taken(START, body)


@pytest.mark.parametrize("headers", [{}, {"content-type": "text/plain"}, {"content-type": "application/xml"}])
def test_what_is_not_said_to_be_json_is_left_to_the_route(headers: dict[str, str]) -> None:
    assert not taken(START, b'{"pipeline_id": 1}', headers)


def test_a_caller_that_is_bound_to_teams_is_left_to_the_route() -> None:
    bound = current_caller.set(type(ANYONE)("ann", ANYONE.scopes, "key", frozenset({"a"})))
    try:
        assert not taken(START, b'{"pipeline_id": 1}')
    finally:
        current_caller.reset(bound)


def test_both_ways_answer_alike(watcher: Client) -> None:
    pipeline = watcher.pipeline(next_watermark=150)["id"]
    client = watcher.api.client
    directly = client.post(START, json={"pipeline_id": pipeline})
    # What is large goes to the route.
    routed = client.post(START, json={"pipeline_id": pipeline, "more": "a" * MOST_BYTES})
    assert list(directly.json()) == list(routed.json())
    assert directly.status_code == routed.status_code == 201
    assert directly.headers["content-type"] == routed.headers["content-type"]
    assert routed.json()["active_executions"] == [directly.json()["id"]]
    ends = [
        client.post(END, json={"id": directly.json()["id"]}),
        client.post(END, json={"id": routed.json()["id"], "more": "a" * MOST_BYTES}),
    ]
    assert [(end.status_code, end.content, "content-length" in end.headers) for end in ends] == [
        (204, b"", False)
    ] * 2


def test_a_refusal_before_fastapi_has_the_dialects_shape(watcher: Client) -> None:
    assert watcher.post(START, 404, pipeline_id=999_999) == {"detail": "Pipeline Not Found"}
    assert fields(watcher.post(START, 422, pipeline_id=0)) == ["pipeline_id"]
