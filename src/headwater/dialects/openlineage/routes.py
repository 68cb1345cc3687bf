"""The front door: a plain ASGI callable that answers event posts and passes everything else on.

It stands before FastAPI because a route with models costs several times what taking an event costs.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from headwater.dialects.body import ClientGoneError, read_body
from headwater.dialects.openlineage import translate, wire
from headwater.dialects.problem import MEDIA_TYPE, problem, retry_headers, status_of
from headwater.errors import HeadwaterError
from headwater.questions.operations.ingest import Ingest

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Handler = Callable[[bytes, bytes], Awaitable[tuple[int, Any]]]

logger = logging.getLogger(__name__)

# Also where clients of DataHub and OpenMetadata send theirs, so that re-pointing a host is enough.
SINGLE = ("/api/v1/lineage", "/api/v1/openlineage/lineage", "/openapi/openlineage/api/v1/lineage")
# Larger bodies are decoded in a thread: other requests must not wait for them.
LARGE_BODY = 512 * 1024
FRAMING = (b"content-encoding", b"content-length", b"transfer-encoding")
NDJSON = (b"application/x-ndjson", b"application/jsonl", b"application/x-jsonlines")


class FrontDoor:
    """Event posts, with or without a trailing slash; everything at the root and below a configured prefix."""

    def __init__(self, app: App, ingest: Ingest, max_body_bytes: int, root_path: str = "") -> None:
        self._app = app
        self._ingest = ingest
        self._max_body_bytes = max_body_bytes
        self._prefix = f"/{root_path.strip('/')}" if root_path.strip("/") else ""
        self._handlers: dict[str, Handler] = {}
        for path in SINGLE:
            self._handlers[path] = self._handlers[f"{path}/"] = self._one
            self._handlers[f"{path}/batch"] = self._handlers[f"{path}/batch/"] = self._batch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._prefix and scope["path"].startswith(f"{self._prefix}/"):
            scope = {**scope, "root_path": self._prefix}
        if scope["method"] == "POST":
            await self._take(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _take(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = self._handlers.get(scope["path"].removeprefix(scope.get("root_path", "")))
        try:
            body = await read_body(receive, scope["headers"], self._max_body_bytes)
            if handler is None:
                await self._app(*_unpacked(scope, receive, body), send)
                return
            status, reply = await handler(body, _content_type(scope))
            await _respond(send, status, reply)
        except HeadwaterError as error:
            await _respond(send, status_of(error), problem(error), MEDIA_TYPE, retry_headers(error))
        except ClientGoneError:
            logger.info("a client hung up before its event was complete; nothing was taken")

    async def _one(self, body: bytes, _content_type: bytes) -> tuple[int, Any]:
        if len(body) > LARGE_BODY:
            event = await asyncio.to_thread(translate.to_domain, body)
        else:
            event = translate.to_domain(body)
        position = await self._ingest.take([event])
        return 201, {"event_id": str(event.event_id), "position": position}

    async def _batch(self, body: bytes, content_type: bytes) -> tuple[int, Any]:
        parts = _lines(body) if content_type in NDJSON else await asyncio.to_thread(wire.split, body)
        if len(body) > LARGE_BODY:
            events, refusals = await asyncio.to_thread(translate.split_batch, parts)
        else:
            events, refusals = translate.split_batch(parts)
        position = await self._ingest.take(events)
        return 200, translate.batch_reply(len(parts), refusals, position)


def _unpacked(scope: Scope, receive: Receive, body: bytes) -> tuple[Scope, Receive]:
    """For the routes behind: the request as if it had come plain and in one piece."""
    kept = [header for header in scope["headers"] if header[0] not in FRAMING]
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_unpacked() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else await receive()

    length = (b"content-length", str(len(body)).encode())
    return {**scope, "headers": [*kept, length]}, receive_unpacked


def _lines(body: bytes) -> list[bytes | msgspec.Raw]:
    return [line for line in body.splitlines() if line.strip()]


def _content_type(scope: Scope) -> bytes:
    for name, value in scope["headers"]:
        if name == b"content-type":
            return bytes(value).partition(b";")[0].strip().lower()
    return b""


async def _respond(
    send: Send,
    status: int,
    reply: Any,
    media_type: str = "application/json",
    headers: dict[str, str] | None = None,
) -> None:
    body = msgspec.json.encode(reply)
    sent = {"Content-Type": media_type, "Content-Length": str(len(body)), **(headers or {})}
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})
