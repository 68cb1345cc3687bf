"""The two streams, kept running: the one that publishes what is served, and the one that fills the lake."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from psycopg import Connection

from headwater.pipeline.lake import start_lake
from headwater.pipeline.stream import Observer, start_stream
from headwater.pipeline.types import Stream
from headwater.store.publish import Published
from headwater.worker.resources import Resources

logger = logging.getLogger(__name__)

FIRST_RETRY_SECONDS, SLOWEST_RETRY_SECONDS = 1.0, 5.0

FAILED = "update worker_state set last_error = %s, last_error_at = clock_timestamp()"
MEASURED = "update pipeline_state set batch_events = %s, batch_seconds = %s"


def start_publishing(resources: Resources, observe: Observer) -> Stream:
    resources.reconnect()
    return start_stream(
        resources.session, resources.settings, resources.database_url, resources.pipeline, observe
    )


def start_filling_lake(resources: Resources) -> Stream:
    return start_lake(resources.session, resources.settings, resources.database_url)


class Streams:
    def __init__(
        self,
        resources: Resources,
        control: Connection,
        publish: Callable[[Resources, Observer], Stream] = start_publishing,
        fill_lake: Callable[[Resources], Stream] = start_filling_lake,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._resources, self._control, self._clock = resources, control, clock
        self._publish, self._fill_lake = publish, fill_lake
        self._publishing: Stream | None = None
        self._lake: Stream | None = None
        self._paused = False
        self._retry_seconds = FIRST_RETRY_SECONDS
        self._retry_at = 0.0

    def keep_running(self) -> None:
        """Start what does not run; after a failure not at once, and slower each time."""
        if not self._paused:
            self._keep_publishing()
        self._keep_filling_the_lake()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing is published in here, but by whoever asked for the pause."""
        self._paused = True
        self._stop_publishing()
        try:
            yield
        finally:
            # The next `keep_running` starts the stream, from the position that is published by then.
            self._paused = False

    def stop(self) -> None:
        self._stop_publishing()
        if self._lake is not None and self._lake.isActive:
            self._lake.stop()

    def _keep_publishing(self) -> None:
        if self._publishing is not None and self._publishing.isActive:
            return
        if self._publishing is not None:
            self._note_failure(self._publishing)
        # The time is only set, not waited for: whoever calls has to go on beating.
        if self._clock() >= self._retry_at:
            self._publishing = self._publish(self._resources, self._observe)

    def _keep_filling_the_lake(self) -> None:
        """Not worth a retry of its own pace: the trigger is slow enough."""
        if self._lake is None or not self._lake.isActive:
            if self._lake is not None:
                logger.error("the lake's stream failed, starting it again: %s", self._lake.exception())
            self._lake = self._fill_lake(self._resources)

    def _note_failure(self, stream: Stream) -> None:
        error = str(stream.exception()) if stream.exception() else "the stream ended"
        logger.error("the stream failed, starting it again in %.0f s: %s", self._retry_seconds, error)
        self._publishing = None
        self._retry_at = self._clock() + self._retry_seconds
        self._retry_seconds = min(self._retry_seconds * 2, SLOWEST_RETRY_SECONDS)
        self._control.execute(FAILED, [error[:2000].replace("\x00", "")])

    def _observe(self, published: Published, seconds: float) -> None:
        """Called after each batch, in the stream's own thread."""
        self._retry_seconds = FIRST_RETRY_SECONDS
        # Not over `control`, on which the main thread beats at the same time.
        self._resources.pipeline.connection.execute(MEASURED, [published.events, seconds])

    def _stop_publishing(self) -> None:
        if self._publishing is not None and self._publishing.isActive:
            self._publishing.stop()
        # Forgotten, so that a stream that was stopped on purpose is not taken for one that failed.
        self._publishing = None
