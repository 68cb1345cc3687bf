"""What both clients do alike around the one line that differs: prepare, judge, read, remember."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import httpx
import msgspec

from headwater import __version__
from headwater.client.errors import HeadwaterClientError, NoAnswerError, UnreadableAnswerError, refused
from headwater.client.request import Request

T = TypeVar("T")
Outcome = httpx.Response | httpx.TransportError

# A connection that fails is tried again this often, if the request only reads.
RECONNECTS = 2
FIRST_PAUSE = 0.1


class Exchange:
    """The state that a client keeps: where its own writes stand in the log, and how patient it is."""

    def __init__(self, url: str, token: str | None, read_your_writes: bool, patience: float) -> None:
        self.url = url.rstrip("/")
        self.position = 0
        self._awaited: tuple[str, ...] = ()
        self._read_your_writes = read_your_writes
        self._patience = patience
        self._headers = {"User-Agent": f"headwater-client/{__version__}", "Accept": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def built(self, request: Request[Any]) -> httpx.Request:
        parameters = dict(request.parameters)
        # Before the first write there is nothing to wait for, and any position will do.
        if self._read_your_writes and request.reads and self.position:
            parameters["min_position"] = self.position
        if self._read_your_writes and request.reads and self._awaited:
            parameters["min_event_id"] = ",".join(self._awaited)
        headers = dict(self._headers)
        if request.body is not None:
            headers["Content-Type"] = request.content_type
        return httpx.Request(
            request.method,
            f"{self.url}{request.path}",
            params=parameters,
            content=request.body,
            headers=headers,
        )

    def pause(self, request: Request[Any], outcome: Outcome, tries: int, waited: float) -> float | None:
        """How long to wait before another try; None when there is to be none."""
        patience = self._patience if request.patience is None else request.patience
        if isinstance(outcome, httpx.Response):
            pause = _retry_after(outcome)
        else:
            # A write may have been taken before the connection broke; only a 503 says that it was not.
            pause = FIRST_PAUSE * 2**tries if request.method == "GET" and tries < RECONNECTS else None
        return pause if pause is not None and waited + pause <= patience else None

    def read(self, request: Request[T], outcome: Outcome) -> T:
        """The answer, or the error that it is."""
        if not isinstance(outcome, httpx.Response):
            what = str(outcome) or type(outcome).__name__
            raise NoAnswerError(f"no answer from {self.url}: {what}") from outcome
        if not outcome.is_success:
            raise _refusal(outcome)
        try:
            answer = _decoded(outcome.content, request.answer)
        except ValueError as error:
            raise UnreadableAnswerError(
                f"can't read the answer to {request.method} {request.path}: {error}",
                status=outcome.status_code,
            ) from error
        if not request.reads:
            self._remember(answer)
        return answer

    def _remember(self, answer: object) -> None:
        position = answer.get("position") if isinstance(answer, dict) else getattr(answer, "position", None)
        # A batch of which nothing was taken has no position, and answers may overtake each other.
        self.position = max(self.position, position or 0)
        # What went through Kafka has no position yet; the last batch stands for those before it.
        self._awaited = getattr(answer, "wait_for_event_ids", ()) or self._awaited


def next_page(request: Request[T], answer: T) -> Request[T] | None:
    cursor = answer.get("next_cursor") if isinstance(answer, dict) else getattr(answer, "next_cursor", None)
    return request.with_parameter("cursor", cursor) if cursor else None


def merged(pages: Iterable[dict[str, Any]], lists: Sequence[str]) -> dict[str, Any]:
    """Pages as one answer: as the first of them, with the lists of all and the cursor of the last.

    >>> merged([{"total": 3, "items": [1, 2], "next_cursor": "x"}, {"total": 3, "items": [3]}], ["items"])
    {'total': 3, 'items': [1, 2, 3], 'next_cursor': None}
    """
    first, *others = pages
    whole = dict(first)
    for name in lists if others else ():
        # An edge that leads into two pages comes with both of them.
        items = [item for page in (first, *others) for item in page.get(name) or ()]
        whole[name] = list({msgspec.json.encode(item): item for item in items}.values())
    for page in others:
        whole["next_cursor"] = page.get("next_cursor")
    return whole


def _decoded(body: bytes, kind: type[T]) -> T:
    """Events are as their producers sent them: `1e400000` is JSON, and only Python's own decoder takes it."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        return msgspec.convert(json.loads(body), kind)


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds that a server which is not ready asks to wait; None from one that does not."""
    # A proxy may send a date here, which counts as no wish at all.
    seconds = response.headers.get("Retry-After", "")
    return float(seconds) if response.status_code == 503 and seconds.isdecimal() else None


def _refusal(response: httpx.Response) -> HeadwaterClientError:
    try:
        body = response.json()
    except ValueError:
        body = None
    return refused(response.status_code, body)
