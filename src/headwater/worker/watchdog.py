"""Ends a worker that hangs, so that the supervisor starts another: a JVM that is stopped never answers."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0


def exit_at_once() -> None:
    """At once and without cleaning up: whatever hangs would hang that as well. Spark's JVM follows."""
    logging.shutdown()
    os._exit(1)


class Watchdog:
    """Has to be reset again and again; `hung` is called once when it was not for too long."""

    def __init__(
        self,
        seconds: float,
        hung: Callable[[], None] = exit_at_once,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds, self._hung, self._clock = seconds, hung, clock
        self._last = clock()
        self._stopping = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """For as long as the block lasts."""
        self.reset()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()
        try:
            yield
        finally:
            self._stopping.set()

    def reset(self) -> None:
        self._last = self._clock()

    @property
    def is_late(self) -> bool:
        return self._clock() - self._last > self._seconds

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            if self.is_late:
                logger.error("the worker has not moved for %.0f s and is ended", self._seconds)
                self._hung()
                return
