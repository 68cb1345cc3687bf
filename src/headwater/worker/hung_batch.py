"""Ends a batch that hangs, so that it is tried again with fewer events until the one to blame is found."""

import logging
import time
from collections.abc import Callable

from headwater.pipeline.batch import LogPipeline
from headwater.worker.watchdog import exit_at_once

logger = logging.getLogger(__name__)

# Far more than what the budgets of an event allow it, on a machine that is as busy as can be.
HUNG_SECONDS = 300.0
# A statement that is canceled ends at once; what hangs elsewhere ends with the worker.
CANCEL_SECONDS, LEAVE_SECONDS = 5.0, 30.0


class HungBatch:
    def __init__(
        self,
        pipeline: LogPipeline,
        clock: Callable[[], float] = time.monotonic,
        end_worker: Callable[[], None] = exit_at_once,
    ) -> None:
        self._pipeline, self._clock, self._end_worker = pipeline, clock, end_worker
        self._canceled = False

    def end(self) -> None:
        """Look, and do what is due; called again and again."""
        since = self._pipeline.busy_since
        if since is None or self._clock() - since < HUNG_SECONDS:
            self._canceled = False
        elif not self._canceled:
            logger.error("a batch takes longer than %.0f s and is canceled", HUNG_SECONDS)
            self._canceled = True
            self._pipeline.connection.cancel_safe(timeout=CANCEL_SECONDS)
        elif self._clock() - since > HUNG_SECONDS + LEAVE_SECONDS:
            self._end_worker()
