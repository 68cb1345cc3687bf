"""A question whose client is gone is given up: one that waits for its turn leaves it to the next."""

import asyncio
from contextlib import suppress

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
