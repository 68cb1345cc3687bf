"""`Headwater` and `AsyncHeadwater`: the same calls, sent at once or awaited.

Each call is written once, in `requests.py`, which is made from the registry of questions. `Call` makes it a
method of both.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from functools import cached_property
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from headwater.client.calls import Calls
from headwater.client.exchange import Exchange, Outcome, next_page
from headwater.client.request import Request

DEFAULT_URL = "http://127.0.0.1:8000"
T = TypeVar("T")


class _Client(Calls):
    """What both clients are made with."""

    def __init__(
        self,
        url: str = DEFAULT_URL,
        *,
        token: str | None = None,
        timeout: float = 30.0,
        patience: float = 30.0,
        read_your_writes: bool = True,
        transport: Any = None,
    ) -> None:
        """`patience` bounds the seconds spent on waiting for a server that says it is not ready.

        `transport` is for a server that is not reached over the network, such as one in the same process.
        """
        self._exchange = Exchange(url, token, read_your_writes, patience)
        self._timeout = timeout
        self._transport = transport

    @property
    def url(self) -> str:
        return self._exchange.url

    @property
    def position(self) -> int:
        """Where the last of our own writes stands in the log; 0 before the first."""
        return self._exchange.position


class Headwater(_Client):
    """Sends each call at once.

    >>> Headwater.list_runs.__doc__
    'Runs, newest first.'
    """

    @cached_property
    def _http(self) -> httpx.Client:
        return httpx.Client(timeout=self._timeout, transport=self._transport)

    def send(self, request: Request[T]) -> T:
        tries, began = 0, time.monotonic()
        while True:
            outcome = self._tried(request)
            pause = self._exchange.pause(request, outcome, tries, time.monotonic() - began)
            if pause is None:
                return self._exchange.read(request, outcome)
            time.sleep(pause)
            tries += 1

    def pages(self, request: Request[T]) -> Iterator[T]:
        """The answer to a request, and those to its next pages."""
        following: Request[T] | None = request
        while following:
            answer = self.send(following)
            yield answer
            # Made from the first request: a cursor is valid only with the filters that it was given out for.
            following = next_page(request, answer)

    def _tried(self, request: Request[Any]) -> Outcome:
        try:
            return self._http.send(self._exchange.built(request))
        except httpx.TransportError as error:
            # Returned, not raised: whether to try again is decided in one place for both clients.
            return error

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncHeadwater(_Client):
    """Returns an awaitable for each call."""

    @cached_property
    def _http(self) -> httpx.AsyncClient:
        # Made at the first call, which is inside the event loop; a client may be built before there is one.
        return httpx.AsyncClient(timeout=self._timeout, transport=self._transport)

    async def send(self, request: Request[T]) -> T:
        tries, began = 0, time.monotonic()
        while True:
            outcome = await self._tried(request)
            pause = self._exchange.pause(request, outcome, tries, time.monotonic() - began)
            if pause is None:
                return self._exchange.read(request, outcome)
            await asyncio.sleep(pause)
            tries += 1

    async def pages(self, request: Request[T]) -> AsyncIterator[T]:
        """The answer to a request, and those to its next pages."""
        following: Request[T] | None = request
        while following:
            answer = await self.send(following)
            yield answer
            following = next_page(request, answer)

    async def _tried(self, request: Request[Any]) -> Outcome:
        try:
            return await self._http.send(self._exchange.built(request))
        except httpx.TransportError as error:
            return error

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
