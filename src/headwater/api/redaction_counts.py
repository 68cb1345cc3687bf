"""Writes down once a second how much redaction has cut."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi.concurrency import run_in_threadpool

from headwater.api.process import Process
from headwater.questions.operations.event_redaction import EventRedaction
from headwater.store.queries import redactions

logger = logging.getLogger(__name__)

FLUSH_SECONDS = 1.0


@asynccontextmanager
async def keeping_counts(process: Process, redaction: EventRedaction | None) -> AsyncIterator[None]:
    if redaction is None:
        yield
        return
    task = asyncio.create_task(_keep_again_and_again(process, redaction))
    yield
    task.cancel()
    await run_in_threadpool(_keep, process, redaction)


async def _keep_again_and_again(process: Process, redaction: EventRedaction) -> None:
    while True:
        await asyncio.sleep(FLUSH_SECONDS)
        await run_in_threadpool(_keep, process, redaction)


def _keep(process: Process, redaction: EventRedaction) -> None:
    cuts = redaction.counts.take()
    if not cuts:
        return
    try:
        with process.pool.connection() as connection:
            redactions.add(connection, cuts, process.clock().date())
    except Exception:
        logger.warning("counts of what was cut can't be written right now", exc_info=True)
        redaction.counts.add(cuts)
