"""Calls that come while others are being written share the next transaction, as events of the log do."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import psycopg
from fastapi.concurrency import run_in_threadpool
from psycopg_pool import PoolTimeout

from headwater.questions.pipelines.executions import Call, Outcome, start_and_end
from headwater.questions.reading import Writing

# Its transaction holds the locks of all its pipelines, and that of the log at its end.
MAX_GROUP = 64
# How long a group waits for the lock of one of its pipelines, before each of its calls goes on alone.
LOCK_SECONDS = 0.1


@dataclass(slots=True)
class _Waiting:
    call: Call
    done: asyncio.Future[Outcome]


class ExecutionGroup:
    """For callers that see everything: what one of them writes is not decided by who else writes."""

    def __init__(self, open_writing: Callable[[], AbstractContextManager[Writing]]) -> None:
        self._open_writing = open_writing
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._alone: set[asyncio.Task[None]] = set()

    async def outcome(self, call: Call) -> Outcome:
        """What became of the call, once that is durable; raises where the store can't say."""
        waiting = _Waiting(call, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all(), name="execution-writer")
        return await waiting.done

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
            calls = [waiting.call for waiting in group]
            outcomes = await run_in_threadpool(self._write_within, calls, LOCK_SECONDS)
            if outcomes is None:
                # Whoever holds such a lock holds up its own pipeline, and nobody else.
                self._alone |= {asyncio.create_task(self._write_alone(waiting)) for waiting in group}
                self._alone = {task for task in self._alone if not task.done()}
                continue
            for waiting, outcome in zip(group, outcomes, strict=True):
                _settle(waiting.done, outcome)

    async def _write_alone(self, waiting: _Waiting) -> None:
        _settle(waiting.done, (await run_in_threadpool(self._write, [waiting.call]))[0])

    def _write_within(self, calls: Sequence[Call], seconds: float) -> Sequence[Outcome | Exception] | None:
        """None where a pipeline stays locked by somebody else."""
        try:
            return self._write(calls, seconds)
        except psycopg.errors.LockNotAvailable:
            return None

    def _write(
        self, calls: Sequence[Call], lock_seconds: float | None = None
    ) -> Sequence[Outcome | Exception]:
        try:
            with self._open_writing() as writing:
                return start_and_end(writing.connection, calls, writing.clock(), lock_seconds=lock_seconds)
        except psycopg.errors.LockNotAvailable:
            raise
        except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout) as error:
            # Also of those that wait: to ask a store that is not there once for each helps nobody.
            return [error] * len(calls)
        except Exception as error:
            # One that can't be stored must not sink those that share its transaction.
            return [error] if len(calls) == 1 else [self._write([call])[0] for call in calls]


def _settle(done: "asyncio.Future[Outcome]", outcome: Outcome | Exception) -> None:
    # Its client may be gone.
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
