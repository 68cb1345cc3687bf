"""How much redaction has cut, added to the store's counts of the day."""

import logging

from fastapi.concurrency import run_in_threadpool

from headwater.api.process import Process
from headwater.questions.operations.event_redaction import EventRedaction
from headwater.store.queries import redactions

logger = logging.getLogger(__name__)


async def write_counts(process: Process, redaction: EventRedaction) -> None:
    """Counts that can't be written are added to the next ones."""
    await run_in_threadpool(_write, process, redaction)


def _write(process: Process, redaction: EventRedaction) -> None:
    cuts = redaction.counts.take()
    if not cuts:
        return
    try:
        with process.pool.connection() as connection:
            redactions.add(connection, cuts, process.clock().date())
    except Exception:
        logger.warning("counts of what was cut can't be written right now", exc_info=True)
        redaction.counts.add(cuts)
