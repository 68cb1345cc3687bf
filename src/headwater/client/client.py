"""`Headwater` and `AsyncHeadwater`: the same calls, sent at once or awaited.

Each call is written once, in `requests.py`. `Call` makes it a method: on `Headwater` one that returns the
answer, on `AsyncHeadwater` one that returns an awaitable of it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import cached_property, wraps
from types import TracebackType
from typing import Any, Generic, ParamSpec, Self, TypeVar, overload

import httpx

from headwater.client import requests
from headwater.client.exchange import Exchange, Outcome, next_page
from headwater.client.requests import Request

DEFAULT_URL = "http://127.0.0.1:8000"
P = ParamSpec("P")
T = TypeVar("T")


class Call(Generic[P, T]):
    """A function that builds a request, as a method of whoever can send it."""

    def __init__(self, build: Callable[P, Request[T]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: "Headwater", owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: "AsyncHeadwater", owner: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, client: "Headwater | AsyncHeadwater | None", owner: type) -> Any:
        if client is None:
            return self

        @wraps(self._build)
        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return client.send(self._build(*args, **kwargs))

        return call


class Calls:
    """What can be asked and written; see `requests` for what each takes."""

    register_asset = Call(requests.register_asset)
    add_lineage = Call(requests.add_lineage)
    send_events = Call(requests.send_events)
    delete_asset = Call(requests.delete_asset)
    assets = Call(requests.assets)
    asset = Call(requests.asset)
    downstream_impact = Call(requests.downstream_impact)
    upstream_lineage = Call(requests.upstream_lineage)
    detect_breaking_changes = Call(requests.detect_breaking_changes)
    trace_pii_flow = Call(requests.trace_pii_flow)
    classified_columns = Call(requests.classified_columns)
    lineage = Call(requests.lineage)
    paths = Call(requests.paths)
    diff = Call(requests.diff)
    wait_visible = Call(requests.wait_visible)

    def __init__(
        self,
        url: str = DEFAULT_URL,
        *,
        token: str | None = None,
        timeout: float = 30.0,
        patience: float = 30.0,
        read_your_writes: bool = True,
    ) -> None:
        """`patience` bounds the seconds spent on waiting for a server that says it is not ready."""
        self._exchange = Exchange(url, token, read_your_writes, patience)
        self._timeout = timeout

    @property
    def url(self) -> str:
        return self._exchange.url

    @property
    def position(self) -> int:
        """Where the last of our own writes stands in the log; 0 before the first."""
        return self._exchange.position


class Headwater(Calls):
    """Sends each call at once.

    >>> Headwater.downstream_impact.__doc__
    'What is affected when an asset or one of its columns changes.'
    """

    @cached_property
    def _http(self) -> httpx.Client:
        return httpx.Client(timeout=self._timeout)

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
            following = next_page(request, answer)

    def _tried(self, request: Request[Any]) -> Outcome:
        try:
            return self._http.send(self._exchange.built(request))
        except httpx.TransportError as error:
            return error

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncHeadwater(Calls):
    """Returns an awaitable for each call."""

    @cached_property
    def _http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=self._timeout)

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
