"""A thread that hears of each published batch, to keep something in memory level with the store."""

import logging
import threading
from collections.abc import Callable, Iterator

import psycopg

from headwater.store.queries.rows import Connection

logger = logging.getLogger(__name__)

CHANNEL = "headwater_published"
# Notifications wake the thread at once; this is how soon it notices that it should stop.
POLL_SECONDS = 0.2
RECONNECT_SECONDS = 1.0


class StoreFollower:
    """`follow` gets a connection that listens; it loads everything, then goes through `notices`."""

    def __init__(self, database_url: str, name: str, follow: Callable[[Connection], None]) -> None:
        self._database_url, self._name, self._follow = database_url, name, follow
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._follow_forever, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def notices(self, connection: Connection) -> Iterator[None]:
        """One for each batch, until `stop`; also after a wait without any, as one may have been missed."""
        while not self._stopping.is_set():
            for _ in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                pass
            yield

    def _follow_forever(self) -> None:
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._database_url, autocommit=True) as connection:
                    # Before anything is loaded: a batch published meanwhile then leaves a notice behind.
                    connection.execute(f"listen {CHANNEL}")
                    self._follow(connection)
            except Exception as error:  # the thread must outlive whatever the store runs into
                logger.warning("%s lost its store, and will try again", self._name, exc_info=error)
                self._stopping.wait(RECONNECT_SECONDS)
