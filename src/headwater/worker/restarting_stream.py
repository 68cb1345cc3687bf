"""A stream that is started again when it fails: not at once, and slower each time.

A start costs a second of processor time and a Python process, which a busy machine may not bring up before
Spark gives up on it. Without a pause, the tries themselves would keep the machine busy.
"""

import logging
from collections.abc import Callable

from headwater.errors import LakeUnreachableError
from headwater.pipeline.types import Stream

logger = logging.getLogger(__name__)

FIRST_RETRY_SECONDS, SLOWEST_RETRY_SECONDS = 1.0, 30.0


class RestartingStream:
    def __init__(
        self,
        name: str,
        start: Callable[[], Stream],
        clock: Callable[[], float],
        failed: Callable[[str], None] = lambda _error: None,
    ) -> None:
        self._name, self._start, self._clock, self._failed = name, start, clock, failed
        self._stream: Stream | None = None
        self._retry_seconds = FIRST_RETRY_SECONDS
        self._retry_at = 0.0

    @property
    def works(self) -> bool:
        """Whether it has come as far as to look for events since it was started."""
        stream = self._stream
        return stream is not None and stream.isActive and stream.lastProgress is not None

    def keep_running(self) -> None:
        if self._stream is not None and self._stream.isActive:
            return
        if self._stream is not None:
            self._note_failure(str(self._stream.exception() or "the stream ended"))
        # The time is only compared, not waited for: whoever calls has to go on beating.
        if self._clock() >= self._retry_at:
            self._try_to_start()

    def reset_pause(self) -> None:
        """After a batch: the next failure is a new one."""
        self._retry_seconds = FIRST_RETRY_SECONDS

    def stop(self) -> None:
        if self._stream is not None and self._stream.isActive:
            self._stream.stop()
        # Forgotten, so that a stream that was stopped on purpose is not taken for one that failed.
        self._stream = None

    def _try_to_start(self) -> None:
        try:
            self._stream = self._start()
        # Only this stream can't go on. Any other error ends the worker, and the next one starts all anew.
        except LakeUnreachableError as error:
            self._note_failure(str(error))

    def _note_failure(self, error: str) -> None:
        logger.error(
            "the stream `%s` failed, starting it again in %.0f s: %s", self._name, self._retry_seconds, error
        )
        self._stream = None
        self._retry_at = self._clock() + self._retry_seconds
        self._retry_seconds = min(self._retry_seconds * 2, SLOWEST_RETRY_SECONDS)
        self._failed(error)
