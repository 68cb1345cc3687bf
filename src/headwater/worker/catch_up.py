"""Publishing while Spark starts: the same functions, in this process, in small batches.

Spark takes ten seconds and more to start. What a worker that was killed has left, and what comes meanwhile,
does not wait for it.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import MAX_IN_PLACE, read_in_place
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.pipeline.stream import publish_next
from headwater.settings import Settings
from headwater.store.publish import Publisher
from headwater.store.work import ALIVE

logger = logging.getLogger(__name__)

RECONNECT_SECONDS = 0.5
# A batch that is being published is waited for; one that takes longer is left to the stream's own try.
STOP_SECONDS = 30.0


class CatchUp:
    def __init__(self, settings: Settings, database_url: str) -> None:
        self._settings, self._url = settings, database_url
        self._stop = threading.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        """In a thread of its own for as long as the block lasts."""
        thread = threading.Thread(target=self._run, name="catch-up", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with connect(self._url) as connection:
                    publisher = Publisher(self._settings.edge_window_runs, InPlaceAnalyst())
                    self._publish(LogPipeline(publisher, connection, partial(read_in_place, self._url)))
            except Exception as error:  # whatever it is, the stream meets it again and reports it
                logger.warning("could not publish while Spark starts: %s", error)
                self._stop.wait(RECONNECT_SECONDS)

    def _publish(self, pipeline: LogPipeline) -> None:
        while not self._stop.is_set():
            began = time.perf_counter()
            pipeline.connection.execute(ALIVE)
            published = publish_next(pipeline, MAX_IN_PLACE)
            if published is None:
                self._stop.wait(self._settings.poll_milliseconds / 1000)
            else:
                seconds = time.perf_counter() - began
                logger.info("published %d events in %.1f s while Spark starts", published.events, seconds)
