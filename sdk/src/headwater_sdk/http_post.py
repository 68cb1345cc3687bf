"""One request, whatever comes back: an answer, or the reason why there is none."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
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


def request(
    url: str, body: bytes | None, headers: Mapping[str, str], timeout: float, method: str = "POST"
) -> Answer:
    """`timeout` is for each step of the exchange; the body of an answer is read for as long again."""
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        asked = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
        with opener.open(asked, timeout=timeout) as answer:
            return Answer(answer.status, _read(answer, timeout))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(
                error.code, _read_refusal(error, timeout), _seconds(error.headers.get("Retry-After"))
            )
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Answer(0, f"{type(error).__name__}: {reason}".encode())


def _read(answer: Any, timeout: float) -> bytes:
    deadline, size = time.monotonic() + timeout, 0
    parts: list[bytes] = []
    while size < MAX_ANSWER:
        part = answer.read1(65536)
        if not part:
            return b"".join(parts)
        if time.monotonic() > deadline:
            raise TimeoutError("the answer does not end")
        parts.append(part)
        size += len(part)
    raise ValueError("the answer is too long")


def _read_refusal(error: urllib.error.HTTPError, timeout: float) -> bytes:
    try:
        return _read(error.fp, timeout)
    except (OSError, HTTPException, ValueError, AttributeError):
        # The status says enough.
        return b""


def _seconds(text: str | None) -> float | None:
    try:
        return max(0.0, float(text)) if text else None
    except ValueError:
        return None
