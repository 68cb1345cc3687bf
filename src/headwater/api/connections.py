"""Connections that nobody uses cost others a place.

One on which no request arrives is closed. A question whose client is gone is given up: one that waits for its
turn leaves it to the next.
"""

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from headwater.api.front_door import App, Message, Receive, Scope, Send

READS = ("GET", "HEAD")


class ClientDisconnects:
    """Around an application. What a thread works on already is not ended by this, but by its time limits."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # A write goes on: whether it was done must not depend on who still listens.
        if scope["type"] != "http" or scope["method"] not in READS:
            await self._app(scope, receive, send)
            return
        messages: asyncio.Queue[Message] = asyncio.Queue()
        answering = asyncio.create_task(self._answer(scope, messages, send))
        listening = asyncio.create_task(_listen(receive, messages))
        try:
            await asyncio.wait((answering, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            listening.cancel()
            if not answering.done():
                answering.cancel()
        with suppress(asyncio.CancelledError):
            await answering

    async def _answer(self, scope: Scope, messages: asyncio.Queue[Message], send: Send) -> None:
        await self._app(scope, messages.get, send)


async def _listen(receive: Receive, messages: asyncio.Queue[Message]) -> None:
    """Hand on what comes, until the client hangs up."""
    while True:
        message = await receive()
        messages.put_nowait(message)
        if message["type"] == "http.disconnect":
            return


HEADER_SECONDS = 20.0


class IdleTimeoutProtocol(HttpToolsProtocol):
    """uvicorn's, with a time within which the head of a request has to be there.

    Between two requests, uvicorn itself closes a connection after its keep-alive time; how long a body may
    take stands in `api/body.py`.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        self._head_is_there()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._head_is_there()
        self._deadline = self.loop.call_later(HEADER_SECONDS, self._close)

    def _head_is_there(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
