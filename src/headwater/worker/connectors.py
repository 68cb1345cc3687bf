"""Connectors on a schedule: those that are due run one after the other, in a thread of their own."""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from psycopg import Connection

from headwater.client import Headwater
from headwater.client.request import wait_visible
from headwater.connectors.change_report import describe_changes
from headwater.connectors.contract import Connector
from headwater.connectors.query_log import QueryLogConnector
from headwater.connectors.query_log.fold import FoldTasks
from headwater.connectors.run import RunResult, run
from headwater.connectors.settings_file import ScheduledConnector, read_connectors
from headwater.errors import HeadwaterError
from headwater.settings import Settings
from headwater.store.queries.connectors import LastRun, last_runs

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
Run = Callable[[ScheduledConnector], object]


class ConnectorSchedule:
    """Looked at on every turn of the worker; never waits, whatever a source does.

    Documents go through the public ingest of the server, as those of everyone: quotas, masking and rights
    are the same, and a connector that is run by hand does the same.
    """

    def __init__(
        self,
        file: Path | None,
        run_one: Run,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file, self._run, self._now, self._clock = file, run_one, now, clock
        self._next_look = clock()
        self._changed_at: float | None = None
        self._found: tuple[ScheduledConnector, ...] = ()
        self._tried: dict[str, datetime] = {}
        self._thread: Thread | None = None

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start_due(self, connection: Connection) -> None:
        if self._file is None or self.running or self._clock() < self._next_look:
            return
        self._next_look = self._clock() + LOOK_SECONDS
        self._read_file(self._file)
        due = self.due(last_runs(connection)) if self._found else []
        if due:
            # A daemon, so that a worker that ends does not wait for it: the next run goes on.
            self._thread = Thread(target=self._run_all, args=(due,), name="connectors", daemon=True)
            self._thread.start()

    def due(self, last: Mapping[str, LastRun]) -> list[ScheduledConnector]:
        """Those whose last run, in this process or another, began longer ago than their interval."""
        now = self._now()

        def began(one: ScheduledConnector) -> datetime | None:
            known = last.get(one.name)
            times = [known.updated_at if known else None, self._tried.get(one.name)]
            return max((moment for moment in times if moment is not None), default=None)

        return [one for one in self._found if (at := began(one)) is None or now - at >= one.every]

    def _read_file(self, file: Path) -> None:
        """When it has changed; one that can't be used leaves the connectors as they were."""
        try:
            changed_at = file.stat().st_mtime
        except OSError as error:
            changed_at = -1.0
            if self._changed_at != changed_at:
                logger.warning("connectors: %s can't be read: %s", file, error.strerror)
        if changed_at == self._changed_at:
            return
        self._changed_at = changed_at
        if changed_at < 0:
            return
        try:
            self._found = read_connectors(file)
        except HeadwaterError as error:
            logger.warning("connectors: %s", error)

    def _run_all(self, due: list[ScheduledConnector]) -> None:
        for one in due:
            self._tried[one.name] = self._now()
            try:
                self._run(one)
            except Exception as error:
                # The state of the connector says it as well, unless the server itself was not there.
                logger.warning("connector %s failed: %s", one.name, error)


def build_schedule(
    settings: Settings, now: Callable[[], datetime], fold: FoldTasks | None = None
) -> ConnectorSchedule:
    url = settings.url or f"http://{_reachable(settings.host)}:{settings.port}"

    def run_one(one: ScheduledConnector) -> None:
        with Headwater(url, token=_token(settings), read_your_writes=False) as server:
            result = run(_folding(one.connector, fold), server, now(), name=one.name)
            if one.connector.kind == "warehouse" and result.position:
                _log_changes(server, one.name, result)

    return ConnectorSchedule(settings.connectors_file, run_one, now)


def _log_changes(server: Headwater, name: str, result: RunResult) -> None:
    """What changed and what it breaks goes to the log of the worker, once it is visible."""
    server.send(wait_visible(result.position))
    for line in describe_changes(server, result):
        logger.warning("connector %s: %s", name, line)


def _folding(connector: Connector[Any], fold: FoldTasks | None) -> Connector[Any]:
    """Large query logs are folded on the session that the worker has."""
    if fold is not None and isinstance(connector, QueryLogConnector):
        return connector.folding_with(fold)
    return connector


def _reachable(host: str) -> str:
    # One can listen on all addresses, but connect only to one.
    return "127.0.0.1" if host in ("0.0.0.0", "::") else host


def _token(settings: Settings) -> str | None:
    """Read for each run: a file of a key may be written anew."""
    if settings.token or settings.token_file is None:
        return settings.token
    return settings.token_file.read_text(encoding="utf-8").strip()
