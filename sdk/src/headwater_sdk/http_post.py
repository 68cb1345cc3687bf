"""One request, whatever comes back: an answer, or the reason why there is none."""

from __future__ import annotations

import io
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any, NamedTuple

MAX_ANSWER = 1024 * 1024


class Answer(NamedTuple):
    """`status` is 0 if there was no answer; `body` says why then."""

    status: int
    body: bytes
    retry_after: float | None = None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would arrive as a GET, and look like success."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class _TimedReader(io.RawIOBase):
    """Reads an answer until a deadline: one byte now and then would otherwise hold a request for hours."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock, self._raw = sock, sock.makefile("rb", buffering=0)
        self._deadline = time.monotonic() + 2 * (sock.gettimeout() or 0.0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the answer does not end")
        self._sock.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedResponse(HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp.close()
        self.fp = io.BufferedReader(_TimedReader(sock))


class _TimedHandler(urllib.request.AbstractHTTPHandler):
    def do_open(self, http_class: Any, req: urllib.request.Request, **details: Any) -> HTTPResponse:
        timed: Any = type("Timed", (http_class,), {"response_class": _TimedResponse})
        return super().do_open(timed, req, **details)


class _TimedHttp(_TimedHandler, urllib.request.HTTPHandler):
    """Plain."""


class _TimedHttps(_TimedHandler, urllib.request.HTTPSHandler):
    """Encrypted."""


def request(
    url: str, body: bytes | None, headers: Mapping[str, str], timeout: float, method: str = "POST"
) -> Answer:
    """`timeout` is for each step of the exchange; the whole answer may take twice as long."""
    opener = urllib.request.build_opener(_NoRedirect, _TimedHttp, _TimedHttps)
    try:
        asked = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
        with opener.open(asked, timeout=timeout) as answer:
            return Answer(answer.status, _read(answer))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, _read_refusal(error), _seconds(error.headers.get("Retry-After")))
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Answer(0, f"{type(error).__name__}: {reason}".encode())


def _read(answer: Any) -> bytes:
    size = 0
    parts: list[bytes] = []
    while size < MAX_ANSWER:
        part = answer.read1(65536)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    raise ValueError("the answer is too long")


def _read_refusal(error: urllib.error.HTTPError) -> bytes:
    try:
        return _read(error.fp)
    except (OSError, HTTPException, ValueError, AttributeError):
        # The status says enough.
        return b""


def _seconds(text: str | None) -> float | None:
    """`Retry-After` in either of its forms: seconds, or a date.

    >>> _seconds("1.5"), _seconds("Wed, 21 Oct 2015 07:28:00 GMT"), _seconds("soon")
    (1.5, 0.0, None)
    """
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(text)
    except (TypeError, ValueError, OverflowError):
        return None
    zone = until.tzinfo or timezone.utc
    return max(0.0, (until.replace(tzinfo=zone) - datetime.now(timezone.utc)).total_seconds())
