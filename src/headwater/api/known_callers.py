"""Keys and sessions in memory, read anew from the store once a second while somebody asks.

A key that was revoked is refused a second later at the latest, by every server of the same database. One that
is not known is looked for at once: it may have been made a moment ago, here or by another server.
"""

import asyncio
import hashlib
import logging
import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from fastapi.concurrency import run_in_threadpool

from headwater.access.callers import Caller
from headwater.access.keys import ApiKey, read_token
from headwater.access.scopes import AccessScope
from headwater.errors import HeadwaterError, StoreUnavailableError
from headwater.questions.reading import Clock
from headwater.store.queries import api_keys
from headwater.store.queries.api_keys import Session
from headwater.store.queries.rows import Connection

logger = logging.getLogger(__name__)

FRESH_SECONDS = 1.0
# In that time; whoever makes up keys must not keep the store busy.
MOST_MISSES = 20
# `last_used_at` is to the minute, so that a busy key is not written with every request.
USED_EVERY = timedelta(minutes=1)


def session_digest(cookie: str) -> bytes:
    return hashlib.sha256(cookie.encode()).digest()


def signed_in(session: Session) -> Caller:
    """Somebody whom the provider vouched for: what it said holds as long as the session."""
    scopes = frozenset(map(AccessScope, session.scopes or ()))
    teams = None if session.teams is None else frozenset(session.teams)
    return Caller(session.name or "", scopes, session.key_id, teams)


class KnownCallers:
    """Who is behind a key or a session."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]], clock: Clock) -> None:
        self._connect = connect
        self._clock = clock
        self._keys: Mapping[str, ApiKey] = {}
        self._sessions: Mapping[bytes, Session] = {}
        self._used: dict[str, datetime] = {}
        self._written: dict[str, datetime] = {}
        self._read_at = -math.inf
        self._misses, self._misses_since = 0, 0.0
        self._lock = asyncio.Lock()

    async def by_key(self, text: str) -> Caller | None:
        """The holder of this key, if it is good."""
        token = read_token(text)
        if token is None:
            return None
        await self._refresh(time.monotonic() - FRESH_SECONDS)
        if token.key_id not in self._keys:
            await self._look_again()
        key, now = self._keys.get(token.key_id), self._clock()
        return self._caller(key, now) if key is not None and key.accepts(token, now) else None

    async def by_session(self, cookie: str) -> Caller | None:
        """Who signed in with this cookie, while the session is good, and its key if it began with one."""
        digest = session_digest(cookie)
        await self._refresh(time.monotonic() - FRESH_SECONDS)
        if digest not in self._sessions:
            await self._look_again()
        session, now = self._sessions.get(digest), self._clock()
        if session is None or session.expires_at <= now:
            return None
        if session.scopes is not None:
            return signed_in(session)
        key = self._keys.get(session.key_id)
        return self._caller(key, now) if key is not None and key.is_good(now) else None

    def forget(self) -> None:
        """Read anew at the next request."""
        self._read_at = -math.inf

    def _caller(self, key: ApiKey, now: datetime) -> Caller:
        if now - self._written.get(key.id, datetime.min.replace(tzinfo=now.tzinfo)) >= USED_EVERY:
            self._used[key.id] = now.replace(second=0, microsecond=0)
        return Caller(key.name, key.scopes, key.id, key.teams)

    async def _look_again(self) -> None:
        now = time.monotonic()
        if now - self._misses_since >= FRESH_SECONDS:
            self._misses, self._misses_since = 0, now
        self._misses += 1
        if self._misses <= MOST_MISSES:
            await self._refresh(now)

    async def _refresh(self, since: float) -> None:
        """Read, unless somebody began to since then."""
        if self._read_at >= since:
            return
        async with self._lock:
            # Whoever waited for the lock finds what the one before has read.
            if self._read_at >= since:
                return
            began = time.monotonic()
            try:
                await run_in_threadpool(self._read)
            except Exception as error:
                self._go_on_without(error)
            self._read_at = began

    def _go_on_without(self, error: Exception) -> None:
        """While the store is away, what was known of keys still holds; without any, nobody is known."""
        if not self._keys:
            unavailable = StoreUnavailableError("keys can't be read right now")
            raise unavailable from (None if isinstance(error, HeadwaterError) else error)
        logger.warning("keys can't be read right now; those known before still hold", exc_info=error)

    def _read(self) -> None:
        used, self._used = self._used, {}
        with self._connect() as connection:
            api_keys.mark_used(connection, used)
            self._keys = api_keys.known_keys(connection)
            self._sessions = api_keys.known_sessions(connection, self._clock())
        self._written |= {key_id: self._clock() for key_id in used}
