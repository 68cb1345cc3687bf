"""A function, coroutine or generator, each of whose calls happens in a scope of its own.

Whatever the scope does, the caller gets the function's own results and exceptions.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import AsyncGenerator, Generator
from typing import Any, Callable, Protocol, TypeVar, cast

logger = logging.getLogger("headwater_sdk")

Function = TypeVar("Function", bound=Callable[..., Any])


class Scope(Protocol):
    """A run or a span. None of these raises, except under `strict`."""

    def resume(self) -> None:
        """What is started from here on is part of it."""

    def pause(self) -> None:
        """What is started from here on is not part of it."""

    def end(self, error: BaseException | None = None) -> None: ...


OpenScope = Callable[[], "Scope | None"]
"""Begins a scope for one call; None if there is nothing to do."""


def wrap(function: Function, open_scope: OpenScope) -> Function:
    if isinstance(function, (staticmethod, classmethod)):
        kind = type(function)
        return cast(Function, kind(wrap(function.__func__, open_scope)))
    if isinstance(function, type):
        # It has to stay a class, for `isinstance` and for those who inherit from it.
        logger.warning("headwater-sdk: the class %s is not tracked; decorate its methods", function.__name__)
        return function
    # An object that is called may be asynchronous in its `__call__` alone.
    inner = function if hasattr(function, "__code__") else getattr(function, "__call__", function)  # noqa: B004
    forms = (make for applies, make in FORMS if applies(function) or applies(inner))
    wrapper = next(forms, _wrapped_function)
    return cast(Function, functools.wraps(function)(wrapper(function, open_scope)))


def _wrapped_function(function: Callable[..., Any], open_scope: OpenScope) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        scope = open_scope()
        if scope is None:
            return function(*args, **kwargs)
        scope.resume()
        try:
            result = function(*args, **kwargs)
        except BaseException as error:
            _leave(scope, error)
            raise
        _leave(scope, None)
        return result

    return call


def _wrapped_coroutine(function: Callable[..., Any], open_scope: OpenScope) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        scope = open_scope()
        if scope is None:
            return await function(*args, **kwargs)
        scope.resume()
        try:
            result = await function(*args, **kwargs)
        except BaseException as error:
            _leave(scope, error)
            raise
        _leave(scope, None)
        return result

    return call


def _leave(scope: Scope, error: BaseException | None) -> None:
    scope.pause()
    scope.end(error)


def _wrapped_generator(function: Callable[..., Any], open_scope: OpenScope) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        scope = open_scope()
        if scope is None:
            return (yield from function(*args, **kwargs))
        try:
            result = yield from _stepped(function(*args, **kwargs), scope)
        except BaseException as error:
            scope.end(error)
            raise
        scope.end(None)
        return result

    return call


def _stepped(generator: Generator[Any, Any, Any], scope: Scope) -> Generator[Any, Any, Any]:
    """As `yield from`, with the scope in force only while the generator itself is at work."""
    step: Callable[[], Any] = functools.partial(next, generator)
    while True:
        scope.resume()
        try:
            item = step()
        except StopIteration as stop:
            return stop.value
        finally:
            scope.pause()
        try:
            step = functools.partial(generator.send, (yield item))
        except GeneratorExit:
            generator.close()
            raise
        except BaseException as error:
            step = functools.partial(generator.throw, error)


def _wrapped_async_generator(function: Callable[..., Any], open_scope: OpenScope) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        scope = open_scope()
        generator = function(*args, **kwargs)
        step: Callable[[], Any] = generator.__anext__
        left_by: BaseException | None = None
        try:
            while True:
                item = await _async_step(scope, step)
                try:
                    step = functools.partial(generator.asend, (yield item))
                except GeneratorExit:
                    await generator.aclose()
                    raise
                except BaseException as error:
                    step = functools.partial(generator.athrow, error)
        except StopAsyncIteration:
            return
        except BaseException as error:
            left_by = error
            raise
        finally:
            if scope is not None:
                scope.end(left_by)

    return call


async def _async_step(scope: Scope | None, step: Callable[[], Any]) -> Any:
    if scope is None:
        return await step()
    scope.resume()
    try:
        return await step()
    finally:
        scope.pause()


FORMS: tuple[tuple[Callable[[Any], bool], Callable[..., Any]], ...] = (
    (inspect.isasyncgenfunction, _wrapped_async_generator),
    (inspect.iscoroutinefunction, _wrapped_coroutine),
    (inspect.isgeneratorfunction, _wrapped_generator),
)
