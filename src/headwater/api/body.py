"""A request's body as bytes: chunks joined once, gzip undone, never more than the limit."""

import asyncio
import gzip
import io
import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from headwater.dialects.contract import Headers
from headwater.errors import BadEncodingError, TooLargeError

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

# Larger ones are unpacked in a thread: other requests must not wait for them.
LARGE_GZIP = 16 * 1024


class ClientGoneError(Exception):
    """The client hung up before it had sent everything; nobody is left to answer."""


async def read_body(receive: Receive, headers: Headers, limit: int) -> bytes:
    declared = headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared) > limit:
        raise TooLargeError(limit)
    raw = await _joined(receive, limit)
    encoding = headers.get("content-encoding", "").strip().lower()
    if encoding in ("", "identity"):
        return raw
    if encoding not in ("gzip", "x-gzip"):
        raise BadEncodingError("Content-Encoding", f"`{encoding}` is not supported")
    return gunzip(raw, limit) if len(raw) < LARGE_GZIP else await asyncio.to_thread(gunzip, raw, limit)


async def _joined(receive: Receive, limit: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGoneError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise TooLargeError(limit)
        chunks.append(chunk)
        if not message.get("more_body", False):
            return chunks[0] if len(chunks) == 1 else b"".join(chunks)


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
