"""Heavy questions take turns by key: one that asks a hundred does not keep the others waiting."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from headwater.api.turns import Turns
from headwater.errors import OverloadedError, TooManyRequestsError

LONG = 5.0


class Questions:
    """Questions that run until they are told to end, and the order in which they began."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.began: list[str] = []
        self._ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *keys: str | None) -> None:
        for key in keys:
            self.tasks.append(asyncio.create_task(self._run(key)))
        await _settle()

    def end_soon(self) -> None:
        self._ends.pop(0).set()

    async def end_first(self) -> None:
        self.end_soon()
        await _settle()

    async def end_all(self) -> None:
        while self._ends:
            await self.end_first()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _run(self, key: str | None) -> None:
        async with self._turns.turn(key, LONG):
            self.began.append(key or "")
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def running(scenario: Callable[[Questions], Coroutine[Any, Any, None]], turns: Turns) -> Questions:
    async def run() -> Questions:
        questions = Questions(turns)
        await scenario(questions)
        await questions.end_all()
        return questions

    return asyncio.run(run())


def test_one_place_stays_free_for_others_however_much_a_key_asks() -> None:
    async def scenario(questions: Questions) -> None:
        await questions.ask(*["greedy"] * 9)
        assert questions.began == ["greedy"]
        await questions.ask("other")
        assert questions.began == ["greedy", "other"]

    running(scenario, Turns(2))


def test_keys_that_wait_take_turns() -> None:
    async def scenario(questions: Questions) -> None:
        await questions.ask(*["greedy"] * 4, "other", "third", "other")

    began = running(scenario, Turns(1)).began
    assert began == ["greedy", "greedy", "other", "third", "greedy", "other", "greedy"]


def test_without_keys_all_places_are_used() -> None:
    async def scenario(questions: Questions) -> None:
        await questions.ask(None, None, None)
        assert questions.began == ["", ""]

    assert running(scenario, Turns(2)).began == ["", "", ""]


def test_more_than_a_key_may_ask_is_refused_at_once_and_for_that_key_alone() -> None:
    async def scenario(questions: Questions) -> None:
        await questions.ask("greedy", "greedy", "greedy", "other")
        with pytest.raises(TooManyRequestsError) as refused:
            await questions.tasks[2]
        assert refused.value.retry_after == 1
        assert questions.began == ["greedy", "other"]

    running(scenario, Turns(2, per_key=2))


def test_a_key_that_used_its_time_waits_and_others_do_not() -> None:
    now = [0.0]

    async def scenario(questions: Questions) -> None:
        await questions.ask("greedy")
        now[0] = 9.0
        await questions.end_first()
        await questions.ask("greedy", "other")
        with pytest.raises(TooManyRequestsError) as refused:
            await questions.tasks[1]
        assert refused.value.retry_after == 30
        now[0] = 40.0
        await questions.ask("greedy")
        assert questions.began == ["greedy", "other", "greedy"]

    running(scenario, Turns(4, key_seconds=6.0, clock=lambda: now[0]))


@pytest.mark.parametrize("leaves", ["cancelled", "out of time"])
def test_who_stops_waiting_leaves_no_turn_behind(leaves: str) -> None:
    async def scenario(questions: Questions) -> None:
        turns = questions._turns
        await questions.ask("first")
        waiting = asyncio.create_task(_once(turns, 0.0 if leaves == "out of time" else LONG))
        await _settle()
        if leaves == "cancelled":
            waiting.cancel()
        with pytest.raises(asyncio.CancelledError if leaves == "cancelled" else OverloadedError):
            await waiting
        await questions.end_first()
        await questions.ask("third")
        assert questions.began == ["first", "third"]

    running(scenario, Turns(1))


def test_who_is_cancelled_with_the_turn_in_hand_gives_it_back() -> None:
    async def scenario(questions: Questions) -> None:
        await questions.ask("first")
        waiting = asyncio.create_task(_once(questions._turns, LONG))
        await _settle()
        questions._ends.pop(0).set()
        # The first has ended in this round of the loop, and the turn is handed over in the next.
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await questions.ask("third")
        assert questions.began == ["first", "third"]

    running(scenario, Turns(1))


async def _once(turns: Turns, seconds: float) -> None:
    async with turns.turn("second", seconds):
        pass


def test_whoever_leaves_in_the_moment_of_a_release_stops_nobody() -> None:
    turns = Turns(1)

    async def scenario(questions: Questions) -> None:
        await questions.ask("a", "b", "c")
        # In one step of the loop: the one that runs ends, and the one that waits is gone.
        questions.end_soon()
        questions.tasks[1].cancel()
        await _settle()

    assert running(scenario, turns).began == ["a", "c"]
