"""`/api/v1/session/oidc`: how a person signs in with the OpenID provider (authorization code with PKCE).

What one sign-in needs to know again lies in a cookie of its own for ten minutes, so that a browser only ends
what it has begun itself. Whatever goes wrong leads back to the page, which says what it was.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse

from headwater.access.callers import Caller
from headwater.api import errors
from headwater.api.access_control import NOBODY
from headwater.api.audit_log import AuditLog
from headwater.api.oidc_provider import OidcProvider
from headwater.api.session import Sessions, set_session_cookie
from headwater.errors import HeadwaterError, UnauthenticatedError

PATH = "/api/v1/session/oidc"
CALLBACK = f"{PATH}/callback"
COOKIE = "headwater_sign_in"
COOKIE_SECONDS = 600
RANDOM_BYTES = 32
MAX_TEXT = 4096

Page = Annotated[
    str | None, Query(max_length=MAX_TEXT, description="Page of the web app to go to afterwards.")
]
Code = Annotated[
    str | None, Query(max_length=MAX_TEXT, description="What the provider exchanges for a token.")
]
State = Annotated[str | None, Query(max_length=MAX_TEXT, description="As it was given to the provider.")]


class SignInBegun(msgspec.Struct, frozen=True):
    """What the browser brings back: proof that it is the one that began."""

    state: str
    nonce: str
    verifier: str
    page: str

    @property
    def challenge(self) -> str:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def as_cookie(self) -> str:
        return base64.urlsafe_b64encode(msgspec.json.encode(self)).decode()

    @classmethod
    def from_cookie(cls, text: str | None) -> "SignInBegun | None":
        try:
            return msgspec.json.decode(base64.urlsafe_b64decode(text or ""), type=cls)
        except (ValueError, msgspec.DecodeError):
            return None


@dataclass(frozen=True, slots=True)
class SignIns:
    """Where people come in: the provider knows them, a session keeps them."""

    provider: OidcProvider
    sessions: Sessions
    audit: AuditLog | None
    redirect_url: str | None = None

    async def begin(self, request: Request, page: str | None) -> RedirectResponse:
        state, nonce, verifier = (secrets.token_urlsafe(RANDOM_BYTES) for _ in range(3))
        begun = SignInBegun(state, nonce, verifier, local_page(page))
        try:
            address = await run_in_threadpool(
                self.provider.sign_in_address,
                self._redirect_uri(request),
                begun.state,
                begun.nonce,
                begun.challenge,
            )
        except HeadwaterError as error:
            return self._refused(request, error)
        reply = RedirectResponse(address, HTTPStatus.SEE_OTHER)
        # Lax, as the browser comes back from another site.
        reply.set_cookie(
            COOKIE,
            begun.as_cookie(),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
            path="/",
        )
        return reply

    async def end(self, request: Request, code: str | None, state: str | None) -> RedirectResponse:
        begun = SignInBegun.from_cookie(request.cookies.get(COOKIE))
        try:
            person = await self._person(request, begun, code, state)
        except HeadwaterError as error:
            return self._refused(request, error)
        cookie = await self.sessions.begin_for(person)
        self._record(request, person, HTTPStatus.SEE_OTHER, None)
        page = begun.page if begun else "/"
        reply = RedirectResponse(f"{_root(request)}{page}", HTTPStatus.SEE_OTHER)
        set_session_cookie(reply, cookie, self.sessions.seconds, request)
        reply.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
        return reply

    async def _person(
        self, request: Request, begun: SignInBegun | None, code: str | None, state: str | None
    ) -> Caller:
        if begun is None or not hmac.compare_digest(begun.state.encode(), (state or "").encode()):
            raise UnauthenticatedError("this sign-in was not begun in this browser; begin it again")
        if not code:
            raise UnauthenticatedError("the provider refused this sign-in; begin it again")
        uri = self._redirect_uri(request)
        return await run_in_threadpool(self.provider.person, code, begun.verifier, uri, begun.nonce)

    def _redirect_uri(self, request: Request) -> str:
        return self.redirect_url or f"{str(request.base_url).rstrip('/')}{CALLBACK}"

    def _refused(self, request: Request, error: HeadwaterError) -> RedirectResponse:
        self._record(request, NOBODY, errors.failure_of(error).status, error.code)
        reply = RedirectResponse(
            f"{_root(request)}/?{urlencode({'refused': str(error)})}", HTTPStatus.SEE_OTHER
        )
        reply.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
        return reply

    def _record(self, request: Request, caller: Caller, status: int, code: str | None) -> None:
        if self.audit is not None:
            address = request.client.host if request.client else ""
            self.audit.record(caller, address, "GET", CALLBACK, int(status), code)


def local_page(page: str | None) -> str:
    """Where to go after signing in: a page of ours, whatever the address said.

    >>> local_page("/dataset?name=a"), local_page("//evil.example"), local_page("https://evil.example")
    ('/dataset?name=a', '/', '/')
    """
    wanted = page or "/"
    local = wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and wanted.isprintable()
    return wanted if local and "\\" not in wanted else "/"


def _root(request: Request) -> str:
    return str(request.scope.get("root_path", "")).rstrip("/")


def build_router(sign_ins: SignIns | None) -> APIRouter:
    """Without a provider the addresses lead back to the page, where a key is asked for."""
    router = APIRouter(tags=["access"], responses=errors.PROBLEMS)

    @router.get(PATH, operation_id="sign_in_with_provider", status_code=303, response_class=RedirectResponse)
    async def sign_in_with_provider(request: Request, page: Page = None) -> RedirectResponse:
        """Leads a browser to the OpenID provider; `page` is where it wants to be afterwards."""
        if sign_ins is None:
            return RedirectResponse(f"{_root(request)}/", HTTPStatus.SEE_OTHER)
        return await sign_ins.begin(request, page)

    @router.get(CALLBACK, operation_id="signed_in", status_code=303, response_class=RedirectResponse)
    async def signed_in(request: Request, code: Code = None, state: State = None) -> RedirectResponse:
        """Where the OpenID provider leads a browser back to. It gets a session, and the page it wanted."""
        if sign_ins is None:
            return RedirectResponse(f"{_root(request)}/", HTTPStatus.SEE_OTHER)
        return await sign_ins.end(request, code, state)

    return router
