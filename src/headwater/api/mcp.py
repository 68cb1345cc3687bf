"""`/mcp`: the questions as tools, over streamable HTTP; each call is a request to this same application."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
from fastapi import FastAPI
from mcp.server.transport_security import TransportSecuritySettings
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from headwater.client import AsyncHeadwater
from headwater.client.tools import build_server

PATH = "/mcp"


class McpRoute:
    """Requests go to the sessions that are open now; each start of the application opens new ones."""

    def __init__(self, app: FastAPI) -> None:
        inside = httpx.ASGITransport(app=app)
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


def install(app: FastAPI) -> Callable[[], AbstractAsyncContextManager[None]]:
    """Add the route; what is returned has to be open while it is served."""
    route = McpRoute(app)
    app.router.routes.append(Route(PATH, endpoint=route))
    return route.running
