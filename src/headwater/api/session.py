"""`/api/v1/session`: how a browser signs in with a key, who it is, and how it signs out.

The key itself is kept in no browser: it is exchanged for a cookie that scripts can't read.
"""

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from headwater.access.callers import Caller
from headwater.access.credentials import SESSION_COOKIE, session_cookie
from headwater.api import errors
from headwater.api.known_callers import KnownCallers, session_digest
from headwater.errors import UnauthenticatedError
from headwater.questions.reading import Clock
from headwater.store.queries import api_keys
from headwater.store.queries.api_keys import Session
from headwater.store.queries.rows import Connection

PATH = "/api/v1/session"
COOKIE_BYTES = 32


class SignIn(BaseModel):
    """The key to sign in with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: Annotated[str, Field(min_length=1, max_length=500)]


class SessionState(BaseModel):
    """Who asks."""

    required: bool
    """Whether this server needs a key."""
    name: str | None
    """Name of the key; null for whoever has not signed in."""
    scopes: list[str]


class Sessions:
    def __init__(
        self,
        connect: Callable[[], AbstractContextManager[Connection]],
        callers: KnownCallers,
        clock: Clock,
        lifetime: timedelta,
    ) -> None:
        self._connect = connect
        self._callers = callers
        self._clock = clock
        self._lifetime = lifetime

    async def who(self, cookie: str | None) -> Caller | None:
        return await self._callers.by_session(cookie) if cookie else None

    async def begin(self, key: str) -> tuple[Caller, str]:
        """A new session, whatever cookie came with the request: nobody can hand one to somebody else."""
        caller = await self._callers.by_key(key)
        if caller is None or caller.key_id is None:
            raise UnauthenticatedError("this API key is not known, or no longer good")
        cookie, now = secrets.token_urlsafe(COOKIE_BYTES), self._clock()
        session = Session(session_digest(cookie), caller.key_id, now + self._lifetime)
        await run_in_threadpool(self._keep, session, now)
        return caller, cookie

    async def end(self, cookie: str) -> None:
        await run_in_threadpool(self._drop, session_digest(cookie))

    def _keep(self, session: Session, now: datetime) -> None:
        with self._connect() as connection:
            api_keys.open_session(connection, session, now)
        self._callers.forget()

    def _drop(self, digest: bytes) -> None:
        with self._connect() as connection:
            api_keys.close_session(connection, digest)
        self._callers.forget()

    @property
    def seconds(self) -> int:
        return int(self._lifetime.total_seconds())


def build_router(sessions: Sessions | None) -> APIRouter:
    """`sessions` is None on a server that needs no keys."""
    router = APIRouter(tags=["access"], responses=errors.PROBLEMS)

    @router.get(PATH, name="session")
    async def session(request: Request) -> SessionState:
        """Whether a key is needed, and who is signed in."""
        if sessions is None:
            return SessionState(required=False, name=None, scopes=[])
        caller = await sessions.who(session_cookie(dict(request.headers)))
        return _state(caller)

    @router.post(PATH, name="sign_in", response_model=SessionState)
    async def sign_in(request: Request, given: SignIn) -> Response:
        """Exchange a key for a session, which is kept in a cookie."""
        if sessions is None:
            return JSONResponse(SessionState(required=False, name=None, scopes=[]).model_dump())
        caller, cookie = await sessions.begin(given.key)
        response = JSONResponse(_state(caller).model_dump())
        response.set_cookie(
            SESSION_COOKIE,
            cookie,
            max_age=sessions.seconds,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
            path="/",
        )
        return response

    @router.delete(PATH, name="sign_out", response_model=SessionState)
    async def sign_out(request: Request) -> Response:
        """End the session."""
        cookie = session_cookie(dict(request.headers))
        if sessions is not None and cookie:
            await sessions.end(cookie)
        response = JSONResponse(
            SessionState(required=sessions is not None, name=None, scopes=[]).model_dump()
        )
        response.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")
        return response

    return router


def _state(caller: Caller | None) -> SessionState:
    if caller is None:
        return SessionState(required=True, name=None, scopes=[])
    return SessionState(required=True, name=caller.name, scopes=sorted(caller.scopes))
