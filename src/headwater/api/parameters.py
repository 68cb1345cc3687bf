"""What every read takes besides its own parameters: a position to wait for; and which are refused."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool

from headwater.errors import BadParameterError, UnknownParameterError
from headwater.model.nearest import nearest_names
from headwater.questions.live_graph import LiveGraph

MIN_POSITION = "min_position"
POLL_SECONDS = 0.01
MAX_POSITION = 2**63 - 1
# Of a name that nobody knows, in the error that repeats it.
MAX_SHOWN = 100

MinPosition = Annotated[
    int | None,
    Query(
        ge=0,
        le=MAX_POSITION,
        description="Wait until this log position is visible: send the `position` of a write to read it.",
    ),
]


def visible(live: LiveGraph, seconds: float, head: Callable[[], int]) -> Callable[..., Awaitable[None]]:
    """A dependency that holds a read back until what it wants to see is visible."""

    async def wait(min_position: MinPosition = None) -> None:
        if min_position is None or live.position >= min_position:
            return
        newest = await run_in_threadpool(head)
        if min_position > newest:
            raise BadParameterError("min_position", f"nothing stands there; the newest position is {newest}")
        # Waiting in a thread would use up the threads that answer everyone else.
        deadline = time.monotonic() + seconds
        while live.position < min_position and time.monotonic() < deadline:
            await asyncio.sleep(POLL_SECONDS)
        live.wait_for(min_position, timeout=0)

    return wait


def storable(request: Request) -> None:
    """PostgreSQL's text has no NUL, so nothing we know has one in its name."""
    for name, value in (*request.path_params.items(), *request.query_params.multi_items()):
        if "\x00" in name or "\x00" in str(value):
            raise BadParameterError(name.replace("\x00", ""), "must not contain a NUL character")


def known(names: Collection[str]) -> Callable[[Request], None]:
    """A dependency that refuses other parameters: a misspelled filter must not answer with everything."""
    allowed = frozenset({*names, MIN_POSITION})

    def check(request: Request) -> None:
        for name in request.query_params:
            if name not in allowed:
                raise UnknownParameterError(name[:MAX_SHOWN], nearest_names(name[:MAX_SHOWN], allowed))

    return check
