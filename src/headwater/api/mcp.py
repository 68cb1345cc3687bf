"""`/mcp`: the questions as tools, over streamable HTTP; each call is a request to this same application."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
from fastapi import FastAPI

from headwater.client import AsyncHeadwater
from headwater.client.tools import build_server

PATH = "/mcp"


def install(app: FastAPI, host: str) -> Callable[[], AbstractAsyncContextManager[None]]:
    """Add the route; what is returned has to be open while it is served.

    On loopback, requests from foreign hosts and origins are refused: any web page could send them.
    """
    inside = httpx.ASGITransport(app=app)
    server = build_server(AsyncHeadwater("http://headwater", transport=inside, read_your_writes=False))
    # Without sessions, so that any of several servers can answer the next request.
    mounted = server.streamable_http_app(
        streamable_http_path=PATH, json_response=True, stateless_http=True, host=host
    )
    app.router.routes.extend(mounted.routes)

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    return running
