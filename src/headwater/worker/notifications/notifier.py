"""The thread that tells people: it fills the outbox, and sends what is due, with patience.

A message is marked as sent in the transaction that holds it while it is sent. A crash in between leaves it
waiting: it is sent again with the same key, by which a receiver can tell the repeat.
"""

import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from headwater.errors import HeadwaterError
from headwater.questions.record import record
from headwater.settings import Settings
from headwater.store.queries import notifications
from headwater.store.queries.incidents import activity
from headwater.store.queries.notifications import WaitingMessage
from headwater.store.queries.rows import Connection
from headwater.worker.notifications import spent_quotas
from headwater.worker.notifications.errors import DeliveryFailedError
from headwater.worker.notifications.formats import encoded
from headwater.worker.notifications.outbox import fill
from headwater.worker.notifications.routing_file import RoutingFile, read_routing_file
from headwater.worker.notifications.sending import post

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
STOP_SECONDS = 15.0
FIRST_RETRY, LONGEST_RETRY, MOST_ATTEMPTS = timedelta(seconds=2), timedelta(hours=1), 15
# So many at the most before the outbox is filled again.
AT_ONCE = 20


class Notifier:
    def __init__(
        self,
        settings: Settings,
        database_url: str,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._settings, self._url, self._now, self._jitter = settings, database_url, now, jitter
        self._stop = threading.Event()
        self._routing, self._read, self._problem = RoutingFile(), 0.0, ""

    @contextmanager
    def running(self) -> Iterator[None]:
        """In a thread of its own, so that a receiver that hangs holds up nothing else."""
        if self._settings.notifications_file is None:
            yield
            return
        thread = threading.Thread(target=self._run, name="notifier", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute("set timezone to 'UTC'")
                    while not self._stop.is_set():
                        self.run_once(connection)
                        self._stop.wait(PAUSE_SECONDS)
            except Exception as error:  # whatever it is, people are notified once it is over
                # Only its kind: the text of an error may quote what was to be sent.
                logger.warning("notifications wait: %s", type(error).__name__)
                self._stop.wait(PAUSE_SECONDS)

    def run_once(self, connection: Connection) -> int:
        """Put what is new into the outbox, and send what is due; returns how many were taken."""
        routing = self._current_routing()
        recent = timedelta(seconds=self._settings.notify_recent_seconds)
        pause = timedelta(seconds=self._settings.notify_pause_seconds)
        fill(connection, routing, self._now(), recent, pause)
        spent_quotas.fill(connection, routing, self._now())
        taken = 0
        for _ in range(AT_ONCE):
            if self._stop.is_set() or not self._send_next(connection, routing):
                break
            taken += 1
        return taken

    def _current_routing(self) -> RoutingFile:
        """Read again when the file changed; while it has a fault, what it said before counts."""
        path: Path | None = self._settings.notifications_file
        if path is None:
            return self._routing
        try:
            changed = path.stat().st_mtime
            if changed != self._read:
                self._routing, self._read, self._problem = read_routing_file(path), changed, ""
        except (HeadwaterError, OSError) as error:
            problem = str(error) if isinstance(error, HeadwaterError) else f"{path}: {error.strerror}"
            if problem != self._problem:
                logger.error("notifications: %s", problem)
                self._problem = problem
        return self._routing

    def _send_next(self, connection: Connection, routing: RoutingFile) -> bool:
        with connection.transaction():
            waiting = notifications.take(connection, self._now())
            if waiting is None:
                return False
            try:
                self._send(waiting, routing)
            except DeliveryFailedError as error:
                self._put_off(connection, waiting, error)
            except (OSError, UnicodeError):
                # A file of a secret that can't be read; its path says nothing to those who list messages.
                self._put_off(connection, waiting, DeliveryFailedError("the channel's secret can't be read"))
            else:
                self._note(connection, waiting)
        return True

    def _send(self, waiting: WaitingMessage, routing: RoutingFile) -> None:
        channel = routing.channel(waiting.channel)
        if channel is None:
            raise DeliveryFailedError("the routing file has no such channel any more", final=True)
        body, headers = encoded(channel, waiting.message, waiting.key, self._now())
        post(channel.address(), body, headers, private=self._settings.notify_private_addresses)

    def _put_off(self, connection: Connection, waiting: WaitingMessage, error: DeliveryFailedError) -> None:
        tries = waiting.attempts + 1
        over = error.final or tries >= MOST_ATTEMPTS
        wait = min(FIRST_RETRY * 2 ** (tries - 1), LONGEST_RETRY) * (0.5 + self._jitter() / 2)
        now = self._now()
        notifications.mark_failed(connection, waiting.id, now, str(error), None if over else now + wait)
        logger.warning(
            "message %d to %s %s: %s", waiting.id, waiting.channel, "given up" if over else "waits", error
        )

    def _note(self, connection: Connection, waiting: WaitingMessage) -> None:
        now = self._now()
        notifications.mark_sent(connection, waiting.id, now)
        if waiting.incident_id is not None:
            done = activity.add(
                connection, waiting.incident_id, "notified", now, now, text=f"notified {waiting.channel}"
            )
            record(connection, {"incident_activity": [done]}, now)
