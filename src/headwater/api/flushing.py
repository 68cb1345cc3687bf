"""Writes what is counted in memory to the store once a second, and once more at the end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

FLUSH_SECONDS = 1.0


@asynccontextmanager
async def flushing(flush: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """While the block lasts; `flush` keeps what it can't write for its next call."""
    task = asyncio.create_task(_flush_every_second(flush))
    try:
        yield
    finally:
        task.cancel()
        await flush()


async def _flush_every_second(flush: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(FLUSH_SECONDS)
        await flush()
