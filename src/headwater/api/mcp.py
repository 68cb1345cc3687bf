"""`/mcp`: the questions as tools, over streamable HTTP; each call is a request to this same application."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
from fastapi import FastAPI
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from headwater.access.callers import current_caller
from headwater.access.policy import Policy
from headwater.access.scopes import allows
from headwater.api.errors import PROBLEM_SHAPE, failure_of
from headwater.client import AsyncHeadwater
from headwater.client.tools import build_server
from headwater.errors import ScopeMissingError

PATH = "/mcp"


class McpRoute:
    """Requests go to the sessions that are open now; each start of the application opens new ones."""

    def __init__(self, app: FastAPI, policy: Policy) -> None:
        inside = httpx.ASGITransport(app=_within_scopes(app, policy))
        client = AsyncHeadwater("http://headwater", transport=inside, read_your_writes=False)
        self._server = build_server(client)
        self._sessions: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._sessions is not None, "served before the application was started"
        await self._sessions(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        # It keeps nothing between two requests, so that any of several servers can answer the next request.
        self._sessions = self._server.streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            # The front door has looked at Host and Origin already, for every route.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        async with self._server.session_manager.run():
            yield


def _within_scopes(app: ASGIApp, policy: Policy) -> ASGIApp:
    """The route itself needs `read`. What a tool asks may need more, as it would at the front door."""

    async def admitted(scope: Scope, receive: Receive, send: Send) -> None:
        required = policy.required(scope["method"], scope["path"])
        if required is None or allows(current_caller.get().scopes, required):
            await app(scope, receive, send)
            return
        reply = PROBLEM_SHAPE.answer(failure_of(ScopeMissingError(required.value)), {})
        await Response(reply.body, reply.status, dict(reply.headers))(scope, receive, send)

    return admitted


def install(app: FastAPI, policy: Policy) -> Callable[[], AbstractAsyncContextManager[None]]:
    """Add the route; what is returned has to be open while it is served."""
    route = McpRoute(app, policy)
    app.router.routes.append(Route(PATH, endpoint=route))
    return route.running
