"""Who may come in: the front door asks this of every request before it reads the body.

A request carries a key, or the cookie of a session. A cookie is sent by browsers alone and by themselves, so
that with one, a request that changes something has to come from a page of this server.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from fastapi.concurrency import run_in_threadpool

from headwater.access.callers import ANYONE, Caller
from headwater.access.credentials import presented_key, session_cookie
from headwater.access.policy import READS, Policy
from headwater.access.scopes import AccessScope, allows
from headwater.access.signed_tokens import looks_signed
from headwater.api.allowed_hosts import host_of
from headwater.api.known_callers import KnownCallers
from headwater.api.oidc_provider import OidcProvider
from headwater.api.rate_limit import RateLimit
from headwater.errors import (
    ForeignOriginError,
    HeadwaterError,
    OverloadedError,
    ScopeMissingError,
    TooManyRequestsError,
    UnauthenticatedError,
)

Headers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Admission:
    """Who asks, as far as that is known, and why they may not, if so."""

    caller: Caller
    refusal: HeadwaterError | None = None


class AccessControl(Protocol):
    """Judges whether a request may come in."""

    async def admit(self, method: str, path: str, headers: Headers) -> Admission: ...


class Open:
    """No keys: whoever reaches the server may do everything."""

    async def admit(self, method: str, path: str, headers: Headers) -> Admission:
        return Admission(ANYONE)


NOBODY = Caller("", frozenset())
CHANGING = frozenset({AccessScope.INGEST, AccessScope.MANAGE})


@dataclass(frozen=True, slots=True)
class KeysRequired:
    policy: Policy
    callers: KnownCallers
    reads: RateLimit
    ingest: RateLimit
    provider: OidcProvider | None = None

    async def admit(self, method: str, path: str, headers: Headers) -> Admission:
        required = self.policy.required(method, path)
        if required is None:
            return Admission(NOBODY)
        caller = NOBODY
        try:
            caller = await self._caller(method, headers)
            self._check_rights(caller, required)
        except HeadwaterError as refusal:
            return Admission(caller, refusal)
        return Admission(replace(caller, changes=True) if required in CHANGING else caller)

    def _check_rights(self, caller: Caller, required: AccessScope) -> None:
        if not allows(caller.scopes, required):
            raise ScopeMissingError(required.value)
        self._check_rate(caller, required)

    async def _caller(self, method: str, headers: Headers) -> Caller:
        if (key := presented_key(headers)) is not None:
            return await self._holder(key)
        cookie = session_cookie(headers)
        caller = await self.callers.by_session(cookie) if cookie else None
        if caller is None:
            raise UnauthenticatedError()
        if method not in READS:
            _check_origin(headers)
        return caller

    async def _holder(self, text: str) -> Caller:
        """Of an API key, or of a token that the provider signed."""
        if self.provider is not None and looks_signed(text):
            return await run_in_threadpool(self.provider.machine, text)
        caller = await self.callers.by_key(text)
        if caller is None:
            raise UnauthenticatedError("this API key is not known, or no longer good")
        return caller

    def _check_rate(self, caller: Caller, required: AccessScope) -> None:
        limit = self.ingest if required is AccessScope.INGEST else self.reads
        if wait := limit.wait(caller.key_id or "", time.monotonic()):
            if required is AccessScope.INGEST:
                # Clients of OpenLineage drop an event on 429 and try again on 503.
                raise OverloadedError("more events with this key than it may send", retry_after=wait)
            raise TooManyRequestsError(wait)


def _check_origin(headers: Headers) -> None:
    """Another site's page can have a browser send our cookie, but not our name as its origin."""
    origin = headers.get("origin", "")
    if not origin or host_of(origin) != host_of(f"//{headers.get('host', '')}"):
        raise ForeignOriginError(origin or "another site")
