"""What is counted in memory is written while the server runs, and once more when it stops."""

import asyncio

import pytest

from headwater.api import flushing as module
from headwater.api.flushing import flushing


def test_it_flushes_again_and_again_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FLUSH_SECONDS", 0.0)
    written: list[str] = []
    twice = asyncio.Event()

    async def flush() -> None:
        written.append("flush")
        if len(written) == 2:
            twice.set()

    async def run() -> None:
        async with flushing(flush):
            await asyncio.wait_for(twice.wait(), 30)
            written.clear()
        assert written[-1:] == ["flush"]

    asyncio.run(run())


def test_what_is_counted_is_written_also_when_the_server_fails() -> None:
    written: list[str] = []

    async def flush() -> None:
        written.append("flush")

    async def run() -> None:
        async with flushing(flush):
            raise OSError("port in use")

    with pytest.raises(OSError, match="port in use"):
        asyncio.run(run())
    assert written == ["flush"]
