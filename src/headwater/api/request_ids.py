"""Gives each request an id, takes over the trace that it belongs to, and hands it on to whoever traces us.

Both stand in every line that is logged meanwhile. The id is answered as `X-Request-Id`; one that the client
sends is kept, if it could be one.
"""

import re
from collections.abc import Callable
from uuid import uuid4

from headwater.api.front_door import App, Message, Receive, Scope, Send
from headwater.api.own_traces import OwnTraces
from headwater.model.request_context import request_id, run_id, trace_id

HEADER = b"x-request-id"
# Whatever else a client sends would end up in logs.
USABLE = re.compile(rb"[A-Za-z0-9._:-]{1,100}")
TRACEPARENT = re.compile(rb"[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")
NO_TRACE = b"0" * 32


class RequestIds:
    def __init__(
        self, app: App, traces: OwnTraces | None = None, new_id: Callable[[], str] = lambda: uuid4().hex
    ) -> None:
        self._app, self._traces, self._new_id = app, traces, new_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(HEADER, b"")
        own = given.decode() if USABLE.fullmatch(given) else self._new_id()
        parent = headers.get(b"traceparent", b"")
        found = TRACEPARENT.fullmatch(parent)
        # Set for this request alone: the server handles each in a context of its own.
        request_id.set(own)
        run_id.set(None)
        trace_id.set(found[1].decode() if found and found[1] != NO_TRACE else None)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (HEADER, own.encode())]}
            await send(message)

        if self._traces is None:
            await self._app(scope, receive, send_with_id)
        else:
            await self._traces.trace(self._app, scope, receive, send_with_id, parent.decode("latin-1"), own)
