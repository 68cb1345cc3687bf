"""Publishing without Spark, while it or the stream starts: the same functions, in small batches.

Spark takes ten seconds and more to start, on a busy machine minutes, and can fail to start a stream. What a
worker that was killed has left, and what comes meanwhile, does not wait for it.
"""

import logging
import threading
import time
from functools import partial

from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import MAX_IN_PLACE, read_in_place
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.pipeline.stream import publish_next
from headwater.pipeline.telemetry import publish_due_telemetry, read_range_in_place
from headwater.settings import Settings
from headwater.store.publish import Publisher
from headwater.store.work import ALIVE

logger = logging.getLogger(__name__)

RECONNECT_SECONDS = 0.5
# A batch that is being published is waited for; one that takes longer is left to the stream's own try.
STOP_SECONDS = 30.0


class CatchUp:
    """Runs in a thread of its own from `start` to `stop`; either may be called again at any time."""

    def __init__(self, settings: Settings, database_url: str) -> None:
        self._settings, self._url = settings, database_url
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            return
        # A new one each time: a thread that was asked to stop, and is late, must not go on.
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=[self._stop], name="catch-up", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread is None:
            return
        self._stop.set()
        self._thread.join(STOP_SECONDS)
        self._thread = None

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                with connect(self._url) as connection:
                    publisher = Publisher(self._settings.edge_window_runs, InPlaceAnalyst())
                    pipeline = LogPipeline(publisher, connection, partial(read_in_place, self._url))
                    self._publish(pipeline, stop)
            except Exception as error:  # whatever it is, the stream meets it again and reports it
                logger.warning("could not publish without Spark: %s", error)
                stop.wait(RECONNECT_SECONDS)

    def _publish(self, pipeline: LogPipeline, stop: threading.Event) -> None:
        while not stop.is_set():
            began = time.perf_counter()
            pipeline.connection.execute(ALIVE)
            published = publish_next(pipeline, MAX_IN_PLACE)
            if published is None:
                # Only while no lineage waits: telemetry must not delay it.
                read = partial(read_range_in_place, self._url)
                publish_due_telemetry(pipeline.connection, read, self._settings)
                stop.wait(self._settings.poll_milliseconds / 1000)
            else:
                seconds = time.perf_counter() - began
                logger.info("published %d events in %.1f s without Spark", published.events, seconds)
