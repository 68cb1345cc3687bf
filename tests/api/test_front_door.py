"""The front door: bodies read for all, hot routes answered at once, each path by who owns it."""

import asyncio
import gzip
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from headwater.access.callers import Caller
from headwater.access.scopes import AccessScope
from headwater.api import even_times
from headwater.api.access_control import Admission, Open
from headwater.api.dialect_app import dialect_app
from headwater.api.errors import PROBLEM_SHAPE
from headwater.api.front_door import Application, FrontDoor, Receive, Scope, Send
from headwater.dialects.contract import (
    Dialect,
    ErrorShape,
    Headers,
    HotHandler,
    HotRoute,
    Reply,
    RequestFailure,
)
from headwater.errors import OverloadedError

PROTOBUF = "application/x-protobuf"
OPERATION = {"operationId": "export", "responses": {"200": {"description": "Taken."}}}


def refused(failure: RequestFailure) -> Reply:
    """An error shape in bytes that are no JSON, as a binary protocol has it."""
    body = b"\x08" + failure.code.encode()
    return Reply(failure.status, body, {**failure.headers, "content-type": PROTOBUF})


async def echo(headers: Headers, body: bytes) -> Reply:
    return Reply(202, body[::-1], {"content-type": headers["content-type"], "x-taken": "yes"})


def spans(handler: HotHandler = echo) -> Dialect:
    route = HotRoute("/v1/traces", handler, OPERATION, aliases=("/otlp/v1/traces",))
    shape = ErrorShape(refused, {}, PROTOBUF)
    return Dialect("spans", "Spans", "Takes spans.", ("/v1", "/otlp"), shape, hot_routes=(route,))


def documents(path: str, name: str) -> Dialect:
    """A dialect with one call that says which dialect answered."""
    router = APIRouter()

    @router.post(path)
    def post(body: dict[str, Any]) -> dict[str, Any]:
        return {"dialect": name, **body}

    return Dialect(name, name, "", (path,), PROBLEM_SHAPE, routers=(router,))


@pytest.fixture
def send() -> Callable[..., httpx.Response]:
    def send(dialects: tuple[Dialect, ...], method: str, path: str, **request: Any) -> httpx.Response:
        native = Application(FastAPI(), PROBLEM_SHAPE)
        door = FrontDoor(native, [(one, dialect_app(one)) for one in dialects], 1000, "/below")
        return _asked(door, method, path, **request)

    return send


def _asked(door: FrontDoor, method: str, path: str, **request: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=door, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://headwater") as client:
            return await client.request(method, path, **request)

    return asyncio.run(ask())


Sending = Callable[..., httpx.Response]


@pytest.mark.parametrize("path", ["/v1/traces", "/v1/traces/", "/otlp/v1/traces", "/below/v1/traces"])
def test_a_hot_handler_gets_headers_and_bytes_and_gives_status_headers_and_bytes(
    send: Sending, path: str
) -> None:
    reply = send((spans(),), "POST", path, content=b"\x00\xff\x01", headers={"Content-Type": PROTOBUF})
    assert (reply.status_code, reply.content) == (202, b"\x01\xff\x00")
    assert (reply.headers["content-type"], reply.headers["x-taken"]) == (PROTOBUF, "yes")
    assert reply.headers["content-length"] == "3"


def test_a_hot_handler_gets_the_body_unpacked(send: Sending) -> None:
    headers = {"Content-Type": PROTOBUF, "Content-Encoding": "gzip"}
    reply = send((spans(),), "POST", "/v1/traces", content=gzip.compress(b"abc"), headers=headers)
    assert reply.content == b"cba"


def test_what_a_hot_handler_raises_is_answered_in_its_dialects_shape(send: Sending) -> None:
    async def overloaded(headers: Headers, body: bytes) -> Reply:
        raise OverloadedError("later")

    reply = send((spans(overloaded),), "POST", "/v1/traces")
    assert (reply.status_code, reply.content) == (503, b"\x08overloaded")
    assert (reply.headers["content-type"], reply.headers["retry-after"]) == (PROTOBUF, "1")


def test_what_nobody_foresaw_in_a_hot_handler_is_told_without_details(
    send: Sending, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(headers: Headers, body: bytes) -> Reply:
        raise ValueError("the secret")

    reply = send((spans(broken),), "POST", "/v1/traces")
    assert (reply.status_code, reply.content) == (500, b"\x08internal")
    assert "the secret" in caplog.text


def test_a_body_over_the_limit_is_refused_in_the_shape_of_who_was_asked(send: Sending) -> None:
    large = b"x" * 1001
    assert send((spans(),), "POST", "/v1/traces", content=large).content == b"\x08too-large"
    assert send((spans(),), "POST", "/elsewhere", content=large).json()["code"] == "too-large"
    assert send((spans(),), "PATCH", "/elsewhere", content=large).status_code == 413


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/v1/traces", 405), ("POST", "/v1/x", 404), ("GET", "/otlp", 404)]
)
def test_below_its_paths_a_dialect_refuses_in_its_own_shape(
    send: Sending, method: str, path: str, status: int
) -> None:
    reply = send((spans(),), method, path)
    assert (reply.status_code, reply.headers["content-type"]) == (status, PROTOBUF)


def test_the_longer_path_answers_and_a_name_that_only_begins_alike_is_somebody_elses(send: Sending) -> None:
    both = (documents("/api/lineage", "outer"), documents("/api/lineage/ingest", "inner"))
    assert send(both, "POST", "/api/lineage/ingest", json={"a": 1}).json() == {"dialect": "inner", "a": 1}
    assert send(both, "POST", "/api/lineage", json={}).json() == {"dialect": "outer"}
    assert send(both, "POST", "/api/lineages", json={}).json() == {"detail": "Not Found"}


def test_the_root_is_owned_by_itself_alone(send: Sending) -> None:
    root = (documents("/", "root"),)
    assert send(root, "POST", "/", json={}).json() == {"dialect": "root"}
    assert send(root, "POST", "/elsewhere", json={}).json() == {"detail": "Not Found"}


@pytest.mark.parametrize("reason", ["the store is being rebuilt", None])
def test_a_read_of_any_dialect_tells_in_a_header_that_it_may_lack_something(reason: str | None) -> None:
    router = APIRouter()
    router.add_api_route("/theirs", lambda: {}, methods=["GET"])
    theirs = Dialect("theirs", "", "", ("/theirs",), PROBLEM_SHAPE, routers=(router,))
    native = Application(FastAPI(), PROBLEM_SHAPE)
    door = FrontDoor(native, [(theirs, dialect_app(theirs))], 1000, incomplete=lambda: reason)
    assert _asked(door, "GET", "/theirs").headers.get("headwater-incomplete") == reason


class Bound(Open):
    async def admit(self, method: str, path: str, headers: Headers) -> Admission:
        return Admission(Caller("reader", frozenset({AccessScope.READ}), teams=frozenset({"sales"})))


@pytest.mark.parametrize(
    ("access", "path", "steps"), [(Bound(), "/none", 2), (Bound(), "/", 0), (Open(), "/none", 0)]
)
def test_errors_reach_who_is_bound_to_teams_at_even_times(
    monkeypatch: pytest.MonkeyPatch, access: Open, path: str, steps: int
) -> None:
    """Else what is another team's would be told from what is not there by how long each takes."""
    clock = [100.0]
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        clock[0] += 0.0625
        status = 200 if scope["path"] == "/" else 404
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(even_times, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(even_times, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(even_times, "STEP_SECONDS", 0.05)
    door = FrontDoor(Application(slow, PROBLEM_SHAPE), (), 1000, access=access)
    assert _asked(door, "GET", path).status_code == (200 if path == "/" else 404)
    assert waited == ([pytest.approx(steps * 0.05 - 0.0625)] if steps else [])
