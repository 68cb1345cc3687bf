"""A function that builds a request, as a method of whoever can send it."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar, overload

from headwater.client.request import Request

if TYPE_CHECKING:
    from headwater.client.client import AsyncHeadwater, Headwater

P = ParamSpec("P")
T = TypeVar("T")


class Call(Generic[P, T]):
    """On `Headwater` a method that returns the answer, on `AsyncHeadwater` one that returns an awaitable."""

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
