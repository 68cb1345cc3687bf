"""What was asked with keys, kept in memory for a second and then added to the audit log in one go.

Equal requests within that second are one entry with a count, so that a producer of a thousand events a second
costs one row a second.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from datetime import datetime
from urllib.parse import parse_qsl, urlencode

from fastapi.concurrency import run_in_threadpool

from headwater.access.callers import Caller
from headwater.api.flushing import flushing
from headwater.questions.reading import Clock
from headwater.store.queries import audit
from headwater.store.queries.audit import AuditRow
from headwater.store.queries.rows import Connection

logger = logging.getLogger(__name__)

# Distinct requests that wait to be written; beyond it the newest are only counted, in the server's log.
MOST_WAITING = 20_000
MAX_PATH = 1_000
# Nobody should send a secret in an address; where it happens, it is not kept.
SECRET_PARAMETERS = frozenset({"api_key", "apikey", "token", "access_token", "password", "secret", "code"})

_Entry = tuple[str, str | None, str, str, str, int, str | None]


class AuditLog:
    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]], clock: Clock) -> None:
        self._connect = connect
        self._clock = clock
        self._waiting: dict[_Entry, tuple[datetime, int]] = {}
        self._lost = 0

    def record(
        self, caller: Caller, address: str, method: str, target: str, status: int, code: str | None
    ) -> None:
        """Takes no time: it is written later."""
        entry = (caller.name, caller.key_id, address, method, target, status, code)
        at, calls = self._waiting.get(entry, (self._clock(), 0))
        if not calls and len(self._waiting) >= MOST_WAITING:
            self._lost += 1
            return
        self._waiting[entry] = (at, calls + 1)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with flushing(self.flush):
            yield

    async def flush(self) -> None:
        """Write what waits. If the store is away, it goes on waiting."""
        waiting, self._waiting = self._waiting, {}
        lost, self._lost = self._lost, 0
        if lost:
            logger.error("%d requests could not be kept for the audit log", lost)
        if not waiting:
            return
        try:
            await run_in_threadpool(self._write, waiting)
        except Exception:
            logger.warning("the audit log can't be written right now", exc_info=True)
            self._waiting = waiting | self._waiting

    def _write(self, waiting: dict[_Entry, tuple[datetime, int]]) -> None:
        rows: list[AuditRow] = [(at, *entry, calls) for entry, (at, calls) in waiting.items()]
        with self._connect() as connection:
            audit.append(connection, rows)


def audited_path(path: str, query: bytes) -> str:
    """What was asked for, without secrets and without what PostgreSQL can't keep.

    >>> audited_path("/api/v1/impact", b"asset=sales.orders&api_key=hw_1")
    '/api/v1/impact?asset=sales.orders&api_key=...'
    """
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    shown = [(name, "..." if name.lower() in SECRET_PARAMETERS else value) for name, value in pairs]
    whole = f"{path}?{urlencode(shown)}" if shown else path
    return whole.encode("utf-8", "replace").decode().replace("\x00", "")[:MAX_PATH]
