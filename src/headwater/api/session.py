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
    """Name of the key or person; null for whoever has not signed in."""
    scopes: list[str]
    teams: list[str] | None = None
    """Whose data may be seen; null for everybody's."""
    provider: bool = False
    """Whether people can sign in at `/api/v1/session/oidc`."""


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

    async def caller(self, cookie: str | None) -> Caller | None:
        return await self._callers.by_session(cookie) if cookie else None

    async def begin(self, key: str) -> tuple[Caller, str]:
        """A new session, whatever cookie came with the request: nobody can hand one to somebody else."""
        caller = await self._callers.by_key(key)
        if caller is None or caller.key_id is None:
            raise UnauthenticatedError("this API key is not known, or no longer good")
        cookie, now = secrets.token_urlsafe(COOKIE_BYTES), self._clock()
        session = Session(session_digest(cookie), now + self._lifetime, caller.key_id)
        await run_in_threadpool(self._store, session, now)
        return caller, cookie

    async def begin_for(self, person: Caller) -> str:
        """A new session for somebody whom the provider vouched for; returns what the cookie holds."""
        cookie, now = secrets.token_urlsafe(COOKIE_BYTES), self._clock()
        teams = None if person.teams is None else sorted(person.teams)
        session = Session(
            session_digest(cookie),
            now + self._lifetime,
            person.key_id or "",
            person.name,
            sorted(person.scopes),
            teams,
        )
        await run_in_threadpool(self._store, session, now)
        return cookie

    async def end(self, cookie: str) -> None:
        await run_in_threadpool(self._drop, session_digest(cookie))

    def _store(self, session: Session, now: datetime) -> None:
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


def set_session_cookie(response: Response, cookie: str, seconds: int, request: Request) -> None:
    """No script reads it, and no page of another site has it sent."""
    response.set_cookie(
        SESSION_COOKIE,
        cookie,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )


def build_router(sessions: Sessions | None, provider: bool = False) -> APIRouter:
    """`sessions` is None on a server that needs no keys; `provider`: whether people have one."""
    router = APIRouter(tags=["access"], responses=errors.PROBLEMS)

    @router.get(PATH, operation_id="session")
    async def session(request: Request) -> SessionState:
        """Whether a key is needed, and who is signed in."""
        if sessions is None:
            return SessionState(required=False, name=None, scopes=[])
        caller = await sessions.caller(session_cookie(dict(request.headers)))
        return _state(caller, provider)

    @router.post(PATH, operation_id="sign_in", response_model=SessionState)
    async def sign_in(request: Request, given: SignIn) -> Response:
        """Exchange a key for a session, which is kept in a cookie."""
        if sessions is None:
            return JSONResponse(SessionState(required=False, name=None, scopes=[]).model_dump())
        caller, cookie = await sessions.begin(given.key)
        response = JSONResponse(_state(caller, provider).model_dump())
        set_session_cookie(response, cookie, sessions.seconds, request)
        return response

    @router.delete(PATH, operation_id="sign_out", response_model=SessionState)
    async def sign_out(request: Request) -> Response:
        """End the session."""
        cookie = session_cookie(dict(request.headers))
        if sessions is not None and cookie:
            await sessions.end(cookie)
        response = JSONResponse(
            SessionState(required=sessions is not None, name=None, scopes=[], provider=provider).model_dump()
        )
        response.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")
        return response

    return router


def _state(caller: Caller | None, provider: bool) -> SessionState:
    if caller is None:
        return SessionState(required=True, name=None, scopes=[], provider=provider)
    return SessionState(
        required=True,
        name=caller.name,
        scopes=sorted(caller.scopes),
        teams=None if caller.teams is None else sorted(caller.teams),
        provider=provider,
    )
