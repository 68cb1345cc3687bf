"""A request's body as bytes: chunks joined once, gzip undone, never more than the limit.

All bodies that are being read or answered share one budget, and none may take for ever to arrive.
"""

import asyncio
import gzip
import io
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from headwater.dialects.contract import Headers
from headwater.errors import BadEncodingError, OverloadedError, SlowRequestError, TooLargeError

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

# Larger ones are unpacked in a thread: other requests must not wait for them.
LARGE_GZIP = 16 * 1024
# A body that comes more slowly holds a connection and memory for nothing.
PAUSE_SECONDS = 20.0
LEAST_BYTES_PER_SECOND = 10_000
# Of the budget, for one key: the rest is for the others, however much it sends.
KEY_PART = 0.75


class ClientGoneError(Exception):
    """The client hung up before it had sent everything; nobody is left to answer."""


class BodyBudget:
    """Bytes of all bodies in flight; a request that would go over it is refused, and may come back."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._key_limit = int(limit * KEY_PART)
        self.used = 0
        self._by_key: Counter[str] = Counter()

    @contextmanager
    def share(self, key: str | None = None) -> Iterator["BodyShare"]:
        """One request's part; given back when the request is answered. `key` is None where none is needed."""
        share = BodyShare(self, key)
        try:
            yield share
        finally:
            self._give_back(share.size, key)

    def take(self, size: int, key: str | None) -> None:
        if self.used + size > self._limit:
            raise OverloadedError("too many large requests at once; nothing of this one was taken")
        if key is not None:
            if self._by_key[key] + size > self._key_limit:
                raise OverloadedError("too many large requests at once with this key; none of this was taken")
            self._by_key[key] += size
        self.used += size

    def _give_back(self, size: int, key: str | None) -> None:
        self.used -= size
        if key is not None:
            self._by_key[key] -= size
            if not self._by_key[key]:
                del self._by_key[key]


class BodyShare:
    def __init__(self, budget: BodyBudget, key: str | None) -> None:
        self._budget = budget
        self._key = key
        self.size = 0

    def add(self, size: int) -> None:
        self._budget.take(size, self._key)
        self.size += size


async def read_body(receive: Receive, headers: Headers, limit: int, share: BodyShare) -> bytes:
    declared = headers.get("content-length", "")
    # `isdigit` alone is also true of `²`, which `int` refuses. A false length shows while reading.
    if declared.isascii() and declared.isdigit() and int(declared) > limit:
        raise TooLargeError(limit)
    raw = await _joined(receive, limit, share)
    encoding = headers.get("content-encoding", "").strip().lower()
    if encoding in ("", "identity"):
        return raw
    if encoding not in ("gzip", "x-gzip"):
        raise BadEncodingError("Content-Encoding", f"`{encoding}` is not supported")
    plain = gunzip(raw, limit) if len(raw) < LARGE_GZIP else await asyncio.to_thread(gunzip, raw, limit)
    share.add(len(plain))
    return plain


async def _joined(receive: Receive, limit: int, share: BodyShare) -> bytes:
    chunks: list[bytes] = []
    size, began = 0, time.monotonic()
    while True:
        # Each byte that came buys time, so that a large body on a slow line still arrives.
        message = await _next(receive, began + PAUSE_SECONDS + size / LEAST_BYTES_PER_SECOND)
        if message["type"] == "http.disconnect":
            raise ClientGoneError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise TooLargeError(limit)
        share.add(len(chunk))
        chunks.append(chunk)
        if not message.get("more_body", False):
            return chunks[0] if len(chunks) == 1 else b"".join(chunks)


async def _next(receive: Receive, deadline: float) -> MutableMapping[str, Any]:
    try:
        async with asyncio.timeout(deadline - time.monotonic()):
            return await receive()
    except TimeoutError as error:
        raise SlowRequestError() from error


def gunzip(raw: bytes, limit: int) -> bytes:
    """Stops at the limit, however much the stream would grow to."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as stream:
            plain = stream.read(limit + 1)
    except EOFError as error:
        raise BadEncodingError("Content-Encoding", "the gzip body ends too early") from error
    except (OSError, zlib.error) as error:
        raise BadEncodingError("Content-Encoding", f"the body is not gzip: {error}") from error
    if len(plain) > limit:
        raise TooLargeError(limit)
    return plain
