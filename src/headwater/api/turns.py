"""Turns of heavy questions: so many at once for all, and none for one key alone.

Whoever waits here holds neither a thread nor a connection. Keys take turns: one that asks a hundred questions
has its second after every other key has had its first, and one place stays free for the others.
"""

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from headwater.errors import OverloadedError, TooManyRequestsError

# What one key has used of its minute is forgotten once nothing of it is left.
MINUTE_SECONDS = 60.0
MOST_KEYS = 10_000


class Turns:
    def __init__(
        self,
        at_once: int,
        per_key: int = 0,
        key_seconds: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`per_key` is how many questions of a key may run and wait, `key_seconds` how long they may take in
        a minute; 0 for no limit."""
        self._free = at_once
        self._running_per_key = max(1, at_once - 1)
        self._per_key = per_key
        self._time = TimeSpent(key_seconds)
        self._clock = clock
        self._running: Counter[str] = Counter()
        # In the order in which keys come next.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, key: str | None, wait_seconds: float) -> AsyncIterator[None]:
        """`key` is None where none was needed: then all who ask are alike, and have no limit of their own."""
        name = key or ""
        if name:
            self._check(name)
        await self._acquire(name, wait_seconds)
        began = self._clock()
        try:
            yield
        finally:
            if name:
                self._time.add(name, self._clock() - began, self._clock())
            self._release(name)

    def _check(self, key: str) -> None:
        at_once = self._running[key] + len(self._waiting.get(key, ()))
        if self._per_key and at_once >= self._per_key:
            message = f"{at_once} questions that walk the graph run or wait with this key"
            raise TooManyRequestsError(1, message)
        if wait := self._time.wait(key, self._clock()):
            raise TooManyRequestsError(wait, "questions that walk the graph took all the time of this key")

    async def _acquire(self, key: str, wait_seconds: float) -> None:
        if self._free and key not in self._waiting and self._may_run(key):
            self._take(key)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        try:
            async with asyncio.timeout(wait_seconds):
                await turn
        except BaseException as error:
            self._stop_waiting(key, turn)
            if isinstance(error, TimeoutError):
                message = "too many questions that walk the graph wait for their turn"
                raise OverloadedError(message) from None
            raise

    def _stop_waiting(self, key: str, turn: asyncio.Future[None]) -> None:
        # It may have been given a turn in the moment in which it stopped waiting.
        if turn.done() and not turn.cancelled():
            self._release(key)
            return
        waiting = self._waiting.get(key, deque())
        if turn in waiting:
            waiting.remove(turn)
        if not waiting:
            self._waiting.pop(key, None)

    def _may_run(self, key: str) -> bool:
        return not key or self._running[key] < self._running_per_key

    def _take(self, key: str) -> None:
        self._free -= 1
        self._running[key] += 1

    def _release(self, key: str) -> None:
        self._free += 1
        self._running[key] -= 1
        if not self._running[key]:
            del self._running[key]
        while self._free and (following := self._next()) is not None:
            waiting = self._waiting.pop(following)
            turn = waiting.popleft()
            if waiting:
                # At the end: the other keys come first.
                self._waiting[following] = waiting
            # Whoever asked may be gone already, and only wait to hear of it.
            if not turn.done():
                self._take(following)
                turn.set_result(None)

    def _next(self) -> str | None:
        return next((key for key in self._waiting if self._may_run(key)), None)


class TimeSpent:
    """How long the questions of each key took: a bucket that fills within a minute.

    >>> spent = TimeSpent(6.0)
    >>> spent.add("a", 9.0, now=0.0)
    >>> spent.wait("a", 0.0), spent.wait("a", 31.0), spent.wait("b", 0.0)
    (30, 0, 0)
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._used: dict[str, tuple[float, float]] = {}

    def wait(self, key: str, now: float) -> int:
        """0, or the whole seconds after which the key may ask again."""
        over = self._now_used(key, now) - self._seconds
        return max(1, math.ceil(over * MINUTE_SECONDS / self._seconds)) if self._seconds and over > 0 else 0

    def add(self, key: str, seconds: float, now: float) -> None:
        if not self._seconds:
            return
        if len(self._used) >= MOST_KEYS:
            self._used = {one: kept for one, kept in self._used.items() if self._now_used(one, now)}
        self._used[key] = (self._now_used(key, now) + seconds, now)

    def _now_used(self, key: str, now: float) -> float:
        used, at = self._used.get(key, (0.0, now))
        return max(0.0, used - (now - at) * self._seconds / MINUTE_SECONDS)
