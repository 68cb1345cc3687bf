"""What every request meets first: bodies are read here for all, then handed to who answers that path.

Hot routes of dialects and plain reads are answered before FastAPI, and so are the pages of the web app, for
browsers; everything else goes to the dialect's application or to the native one. All of it is found at the
root and below a configured prefix.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

from headwater.access.callers import Caller, current_caller
from headwater.api.access_control import AccessControl, Open
from headwater.api.allowed_hosts import AllowedHosts
from headwater.api.audit_log import AuditLog, audited_path
from headwater.api.body import BodyBudget, ClientGoneError, read_body
from headwater.api.errors import failure_of
from headwater.api.even_times import at_even_times
from headwater.api.web_app import WebApp
from headwater.dialects.contract import Dialect, DirectHandler, ErrorShape, Headers, Reply
from headwater.errors import HeadwaterError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
FindRead = Callable[[str, bytes], Callable[[], Awaitable[Reply]] | None]
"""By path and query: who answers a read before the application behind, if anybody does."""

logger = logging.getLogger(__name__)

# Tells, in the answer to a read, why something may be missing in it.
INCOMPLETE = "headwater-incomplete"
# So many bodies of the largest size fit into the budget if none is given.
BODIES = 4
WITH_BODY = ("POST", "PUT", "PATCH")
NO_CONTENT = 204
# What is no longer true of a body that was unpacked and joined.
FRAMING = (b"content-encoding", b"content-length", b"transfer-encoding")


@dataclass(frozen=True, slots=True)
class Application:
    """Who answers, and how it says that it can't."""

    app: App
    errors: ErrorShape


class FrontDoor:
    def __init__(
        self,
        native: Application,
        dialects: Iterable[tuple[Dialect, App]],
        max_body_bytes: int,
        root_path: str = "",
        bodies: BodyBudget | None = None,
        allowed_hosts: AllowedHosts = AllowedHosts(False, frozenset()),
        incomplete: Callable[[], str | None] = lambda: None,
        web: WebApp | None = None,
        access: AccessControl = Open(),
        audit: AuditLog | None = None,
        direct: FindRead = lambda path, query: None,
    ) -> None:
        self._direct = direct
        self._access = access
        self._audit = audit
        self._web = web
        self._incomplete = incomplete
        self._native = native
        self._allowed_hosts = allowed_hosts
        self._bodies = bodies or BodyBudget(BODIES * max_body_bytes)
        self._max_body_bytes = max_body_bytes
        self._prefix = f"/{root_path.strip('/')}" if root_path.strip("/") else ""
        self._hot: dict[str, DirectHandler] = {}
        owned: dict[str, Application] = {}
        for dialect, app in dialects:
            owned |= dict.fromkeys(dialect.paths, Application(app, dialect.errors))
            self._hot |= dialect.direct_posts
            for route in dialect.hot_routes:
                for path in (route.path, *route.aliases):
                    self._hot[path] = self._hot[f"{path}/"] = route.handler
        # The longest first: a dialect may own a path below another's.
        self._owned = sorted(owned.items(), key=lambda item: len(item[0]), reverse=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Start and stop: the native application opens and closes what all of them use.
        if scope["type"] != "http":
            await self._native.app(scope, receive, send)
            return
        if self._prefix and scope["path"].startswith(f"{self._prefix}/"):
            scope = {**scope, "root_path": self._prefix}
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        target = self._target(path)
        # Before the body is read: whoever is refused must not keep us busy.
        if refusal := self._allowed_hosts.refusal(scope):
            await _respond(send, target.errors.answer(failure_of(refusal), _headers(scope)))
        elif page := self._web_reply(scope, path):
            # The app itself holds no data: it asks who is there before it shows any.
            await _respond(send, page, scope["method"])
        else:
            await self._admitted(scope, receive, send, path, target)

    async def _admitted(
        self, scope: Scope, receive: Receive, send: Send, path: str, target: Application
    ) -> None:
        """Answer whoever may ask this, and tell the others why they may not."""
        headers = _headers(scope)
        admission = await self._access.admit(scope["method"], path, headers)
        caller, refusal = admission.caller, admission.refusal
        if refusal is not None:
            reply = target.errors.answer(failure_of(refusal), headers)
            await _respond(self._recorded(send, scope, path, caller, refusal.code), reply)
            return
        # Set for this request alone: the server handles each in a context of its own.
        current_caller.set(caller)
        send = self._recorded(send, scope, path, caller)
        if caller.teams is not None:
            send = at_even_times(send)
        if scope["method"] in WITH_BODY:
            hot = self._hot.get(path) if scope["method"] == "POST" else None
            await self._with_body(scope, receive, send, target, hot, headers)
        else:
            reason = self._incomplete()
            send = _with_header(send, INCOMPLETE, reason) if reason else send
            plain = scope["method"] == "GET" and target is self._native
            read = self._direct(path, scope["query_string"]) if plain else None
            if read is None:
                await target.app(scope, receive, send)
            else:
                await _respond(send, await _read(read, f"GET {path}", headers, target.errors))

    def _recorded(self, send: Send, scope: Scope, path: str, caller: Caller, code: str | None = None) -> Send:
        """Sends as before, and tells the audit log once the status is known."""
        audit = self._audit
        # Probes and the pages of documentation hold nothing of the data: they would only drown the rest.
        if audit is None or (code is None and caller.key_id is None):
            return send
        address = (scope.get("client") or ("",))[0]

        async def send_and_record(message: Message) -> None:
            if message["type"] == "http.response.start":
                target = audited_path(path, scope.get("query_string", b""))
                audit.record(caller, address, scope["method"], target, message["status"], code)
            await send(message)

        return send_and_record

    def _web_reply(self, scope: Scope, path: str) -> Reply | None:
        if self._web is None or scope["method"] not in ("GET", "HEAD"):
            return None
        accept, encodings = _header(scope, b"accept"), _header(scope, b"accept-encoding")
        return self._web.reply(path, accept, scope.get("root_path", ""), encodings)

    def _target(self, path: str) -> Application:
        for owned, target in self._owned:
            # Who owns `/` owns that one page, and not everything below it.
            if path == owned or (owned != "/" and path.startswith(f"{owned}/")):
                return target
        return self._native

    async def _with_body(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        target: Application,
        hot: DirectHandler | None,
        headers: Headers,
    ) -> None:
        with self._bodies.share(current_caller.get().key_id) as share:
            try:
                body = await read_body(receive, headers, self._max_body_bytes, share)
            except ClientGoneError:
                logger.info("a client hung up before its request was complete; nothing was taken")
            except HeadwaterError as error:
                await _respond(send, target.errors.answer(failure_of(error), headers))
            else:
                reply = await _answered(hot, headers, body, target.errors) if hot is not None else None
                if reply is None:
                    await target.app(*_unpacked(scope, receive, body), send)
                else:
                    await _respond(send, reply)


def _header(scope: Scope, sought: bytes) -> str:
    return next((value for name, value in scope["headers"] if name == sought), b"").decode("latin-1")


def _headers(scope: Scope) -> Headers:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _with_header(send: Send, name: str, value: str) -> Send:
    header = (name.encode(), value.encode("latin-1"))

    async def send_with_header(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), header]}
        await send(message)

    return send_with_header


async def _answered(hot: DirectHandler, headers: Headers, body: bytes, errors: ErrorShape) -> Reply | None:
    try:
        return await hot(headers, body)
    except Exception as error:
        return errors.answer(failure_of(error), headers)


async def _read(
    read: Callable[[], Awaitable[Reply]], request: str, headers: Headers, errors: ErrorShape
) -> Reply:
    try:
        return await read()
    except Exception as error:
        return errors.answer(failure_of(error, request), headers)


def _unpacked(scope: Scope, receive: Receive, body: bytes) -> tuple[Scope, Receive]:
    """For the routes behind: the request as if it had come plain and in one piece."""
    kept = [header for header in scope["headers"] if header[0] not in FRAMING]
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_unpacked() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else await receive()

    length = (b"content-length", str(len(body)).encode())
    return {**scope, "headers": [*kept, length]}, receive_unpacked


async def _respond(send: Send, reply: Reply, method: str = "GET") -> None:
    headers = dict(reply.headers)
    # An answer without content has no length either.
    if reply.status != NO_CONTENT:
        headers["content-length"] = str(len(reply.body))
    await send(
        {
            "type": "http.response.start",
            "status": reply.status,
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else reply.body})
