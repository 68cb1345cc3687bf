"""Functions, coroutines, generators and methods: tracked, each behaves as before."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any

import pytest

from headwater_sdk import current_run, lineage_track, telemetry_track, track

Tracked = Callable[..., list[dict[str, Any]]]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["eventType"] for event in events if "eventType" in event]


class Loader:
    @lineage_track("method")
    def method(self, value: int) -> int:
        return value

    @lineage_track("static")
    @staticmethod
    def static(value: int) -> int:
        return value

    @classmethod
    @lineage_track("class_method")
    def class_method(cls, value: int) -> int:
        return value


def test_methods_of_each_kind_are_tracked(tracked: Tracked) -> None:
    def work() -> None:
        assert [Loader().method(1), Loader.static(2), Loader.class_method(3)] == [1, 2, 3]

    names = {event["job"]["name"] for event in tracked(work)}
    assert names == {"method", "static", "class_method"}


def test_a_tracked_function_looks_like_itself() -> None:
    @telemetry_track
    @lineage_track
    def daily_orders(day: str) -> str:
        """Load a day."""
        return day

    assert (daily_orders.__name__, daily_orders.__doc__) == ("daily_orders", "Load a day.")
    assert list(inspect.signature(daily_orders).parameters) == ["day"]


def test_a_coroutine_is_a_run_until_it_returns(tracked: Tracked) -> None:
    @lineage_track
    async def load() -> int:
        await asyncio.sleep(0)
        return 42

    assert inspect.iscoroutinefunction(load)
    assert kinds(tracked(lambda: asyncio.run(load()))) == ["START", "COMPLETE"]


def test_tasks_side_by_side_are_children_of_the_run_that_started_them(tracked: Tracked) -> None:
    @lineage_track
    async def load(table: str) -> str:
        await asyncio.sleep(0)
        return table

    async def night() -> list[str]:
        async with track("night"):
            return await asyncio.gather(*(load(table) for table in "abc"))

    events = tracked(lambda: asyncio.run(night()))
    [start] = [event for event in events if event["job"]["name"] == "night"][:1]
    loads = [event for event in events if event["job"]["name"] == "load"]
    parents = {event["run"]["facets"]["parent"]["run"]["runId"] for event in loads}
    assert parents == {start["run"]["runId"]}


def test_a_task_that_is_cancelled_is_aborted(tracked: Tracked) -> None:
    @lineage_track
    async def waits() -> None:
        await asyncio.Event().wait()

    async def cancels() -> None:
        task = asyncio.ensure_future(waits())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    assert kinds(tracked(lambda: asyncio.run(cancels()))) == ["START", "ABORT"]


def test_a_generator_is_a_run_until_it_ends_and_gives_back_what_it_is_sent(tracked: Tracked) -> None:
    @lineage_track
    def echo() -> Generator[Any, Any, str]:
        got = yield "first"
        try:
            got = yield got
        except KeyError:
            got = yield "caught"
        return "returned"

    def work() -> None:
        generator = echo()
        assert [next(generator), generator.send(1), generator.throw(KeyError())] == ["first", 1, "caught"]
        with pytest.raises(StopIteration, match="returned"):
            next(generator)

    assert kinds(tracked(work)) == ["START", "COMPLETE"]


def test_between_its_steps_a_generator_is_not_the_current_run(tracked: Tracked) -> None:
    seen = []

    @lineage_track("rows")
    def rows() -> Generator[int, None, None]:
        for number in range(2):
            seen.append(bool(current_run()))
            yield number

    def work() -> None:
        for _ in rows():
            assert not current_run()

    tracked(work)
    assert seen == [True, True]


def test_a_generator_that_fails_is_a_failed_run(tracked: Tracked) -> None:
    @lineage_track
    def rows() -> Generator[int, None, None]:
        yield 1
        raise ValueError("row 2")

    def work() -> None:
        with pytest.raises(ValueError, match="row 2"):
            list(rows())

    assert kinds(tracked(work)) == ["START", "FAIL"]


def test_a_generator_that_is_left_early_is_complete_and_closed(tracked: Tracked) -> None:
    closed = []

    @lineage_track
    def rows() -> Generator[int, None, None]:
        try:
            yield from range(10)
        finally:
            closed.append(True)

    def work() -> None:
        generator = rows()
        next(generator)
        generator.close()

    assert kinds(tracked(work)) == ["START", "COMPLETE"]
    assert closed == [True]


def test_an_asynchronous_generator_is_a_run_until_it_ends(tracked: Tracked) -> None:
    @lineage_track
    async def rows() -> AsyncGenerator[Any, Any]:
        got = yield 1
        try:
            yield got
        except KeyError:
            yield "caught"

    async def reads() -> None:
        generator = rows()
        found = [await generator.__anext__(), await generator.asend(2), await generator.athrow(KeyError())]
        assert found == [1, 2, "caught"]
        assert not current_run()
        with pytest.raises(StopAsyncIteration):
            await generator.__anext__()

    assert kinds(tracked(lambda: asyncio.run(reads()))) == ["START", "COMPLETE"]


def test_an_asynchronous_generator_that_is_closed_is_complete(tracked: Tracked) -> None:
    closed = []

    @lineage_track
    async def rows() -> AsyncGenerator[int, None]:
        try:
            yield 1
        finally:
            closed.append(True)

    async def reads() -> None:
        generator = rows()
        await generator.__anext__()
        await generator.aclose()

    assert kinds(tracked(lambda: asyncio.run(reads()))) == ["START", "COMPLETE"]
    assert closed == [True]


def test_without_settings_generators_run_as_they_are() -> None:
    @lineage_track
    def rows() -> Generator[int, None, str]:
        yield 1
        return "end"

    @lineage_track
    async def async_rows() -> AsyncGenerator[int, None]:
        yield 1

    async def reads() -> list[int]:
        return [row async for row in async_rows()]

    assert list(rows()) == [1]
    assert asyncio.run(reads()) == [1]


def test_a_class_method_is_tracked_below_a_decorator_without_arguments(tracked: Tracked) -> None:
    class Orders:
        @lineage_track
        @classmethod
        def count(cls) -> type:
            return cls

    def work() -> None:
        assert Orders.count() is Orders

    assert kinds(tracked(work)) == ["START", "COMPLETE"]


def test_a_class_stays_a_class() -> None:
    @lineage_track
    class Orders:
        """Not a function."""

    assert isinstance(Orders(), Orders)


def test_an_object_that_is_awaited_when_called_is_a_run_until_it_returns(tracked: Tracked) -> None:
    class Load:
        async def __call__(self) -> bool:
            await asyncio.sleep(0)
            return bool(current_run())

    def work() -> None:
        assert asyncio.run(lineage_track("load")(Load())())

    assert kinds(tracked(work)) == ["START", "COMPLETE"]
