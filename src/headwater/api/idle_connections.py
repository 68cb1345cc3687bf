"""Closes connections on which no request arrives: each costs a place that somebody else could use."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

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
