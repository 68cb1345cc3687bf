"""The streams, kept running: those that publish lineage and telemetry, and the one that fills the lake."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from psycopg import Connection

from headwater.pipeline.lake import start_lake
from headwater.pipeline.stream import Observer, start_stream
from headwater.pipeline.telemetry import TelemetryObserver, start_telemetry
from headwater.pipeline.types import Stream
from headwater.store.publish import Published
from headwater.store.telemetry.publish import PublishedTelemetry
from headwater.worker.catch_up import CatchUp
from headwater.worker.resources import Resources
from headwater.worker.restarting_stream import RestartingStream

FAILED = "update worker_state set last_error = %s, last_error_at = clock_timestamp()"
MEASURED = "update pipeline_state set batch_events = %s, batch_seconds = %s"


def start_publishing(resources: Resources, observe: Observer) -> Stream:
    resources.reconnect()
    return start_stream(
        resources.session, resources.settings, resources.database_url, resources.pipeline, observe
    )


def start_filling_lake(resources: Resources) -> Stream:
    return start_lake(resources.session, resources.settings, resources.database_url)


def start_publishing_telemetry(resources: Resources, observe: TelemetryObserver) -> Stream:
    connection = resources.connect()
    return start_telemetry(resources.session, resources.settings, resources.database_url, connection, observe)


class Streams:
    """While the publishing stream is not up, or no longer, `catch_up` publishes in its place."""

    def __init__(
        self,
        resources: Resources,
        control: Connection,
        catch_up: CatchUp,
        publish: Callable[[Resources, Observer], Stream] = start_publishing,
        fill_lake: Callable[[Resources], Stream] = start_filling_lake,
        publish_telemetry: Callable[[Resources, TelemetryObserver], Stream] = start_publishing_telemetry,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._resources, self._control, self._catch_up = resources, control, catch_up
        self._publishing = RestartingStream(
            "publish", lambda: publish(resources, self._observe), clock, self._note_failure
        )
        self._lake = RestartingStream("lake", lambda: fill_lake(resources), clock)
        self._telemetry = RestartingStream(
            "telemetry", lambda: publish_telemetry(resources, self._observe_telemetry), clock
        )
        self._paused = False

    def keep_running(self) -> None:
        """Start what does not run."""
        if not self._paused:
            self._publishing.keep_running()
            self._stand_in()
        for stream in (self._lake, self._telemetry):
            stream.keep_running()

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
        for stream in (self._lake, self._telemetry):
            stream.stop()

    def _stand_in(self) -> None:
        """On a busy machine Spark can fail to start the stream many times; nobody has to wait for that."""
        if self._publishing.works:
            self._catch_up.stop()
        else:
            self._catch_up.start()

    def _stop_publishing(self) -> None:
        self._publishing.stop()
        self._catch_up.stop()

    def _note_failure(self, error: str) -> None:
        self._control.execute(FAILED, [error[:2000].replace("\x00", "")])

    def _observe(self, published: Published, seconds: float) -> None:
        """Called after each batch, in the stream's own thread."""
        self._publishing.reset_pause()
        # Not over `control`, on which the main thread beats at the same time.
        self._resources.pipeline.connection.execute(MEASURED, [published.events, seconds])

    def _observe_telemetry(self, _published: PublishedTelemetry, _seconds: float) -> None:
        self._telemetry.reset_pause()
