"""Access to the API, put together: whether keys are needed, what each route requires, and the audit log."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from headwater import questions
from headwater.access.policy import Policy
from headwater.access.requirement import keys_required
from headwater.access.scopes import AccessScope
from headwater.api.access_control import AccessControl, KeysRequired, Open
from headwater.api.audit_log import AuditLog
from headwater.api.known_callers import KnownCallers
from headwater.api.oidc_provider import OidcProvider, oidc_client
from headwater.api.process import Process
from headwater.api.rate_limit import RateLimit
from headwater.api.routes import PREFIX
from headwater.api.session import Sessions
from headwater.api.sign_in import SignIns
from headwater.dialects.contract import Dialect
from headwater.settings import Settings

RouteScope = tuple[str, str, AccessScope]
# Asks as many things as its tools do, over POST; they are reads.
MCP: tuple[RouteScope, ...] = (("POST", "/mcp", AccessScope.READ), ("DELETE", "/mcp", AccessScope.READ))


@dataclass(frozen=True, slots=True)
class Access:
    """`audit` and `sessions` are None on a server that needs no keys."""

    control: AccessControl
    audit: AuditLog | None = None
    sessions: Sessions | None = None
    provider: OidcProvider | None = None

    def sign_ins(self, redirect_url: str | None) -> SignIns | None:
        if self.provider is None or self.sessions is None:
            return None
        return SignIns(self.provider, self.sessions, self.audit, redirect_url)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        if self.audit is None:
            yield
            return
        async with self.audit.running():
            yield


def build_access(settings: Settings, process: Process, dialects: Iterable[tuple[Dialect, Any]]) -> Access:
    if not keys_required(settings.host, settings.access, settings.insecure):
        return Access(Open())
    connect, clock = process.pool.connection, process.clock
    callers = KnownCallers(connect, clock)
    client = oidc_client(settings)
    provider = OidcProvider(client, clock) if client is not None else None
    control = KeysRequired(
        Policy.of_routes(route_scopes(dialects)),
        callers,
        RateLimit(settings.reads_per_second),
        RateLimit(settings.ingest_per_second),
        provider,
    )
    lifetime = timedelta(minutes=settings.session_minutes)
    sessions = Sessions(connect, callers, clock, lifetime)
    return Access(control, AuditLog(connect, clock), sessions, provider)


def route_scopes(dialects: Iterable[tuple[Dialect, Any]]) -> Iterator[RouteScope]:
    """What every route requires that is no plain read."""
    for question in questions.load().values():
        yield question.method, f"{PREFIX}{question.path}", question.scope
    for dialect, _ in dialects:
        for call, scope in dialect.scopes.items():
            method, _, path = call.partition(" ")
            yield method, path, scope
        for route in dialect.hot_routes:
            for path in (route.path, *route.aliases):
                yield "POST", path, AccessScope.INGEST
    yield from MCP
