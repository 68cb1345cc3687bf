"""What every read takes besides its own parameters: a position to wait for; and which are refused."""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Annotated
from uuid import UUID

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool

from headwater.api.process import Process, process_of
from headwater.errors import BadParameterError, NotYetVisibleError, UnknownParameterError
from headwater.model.nearest import nearest_names

MIN_POSITION, MIN_EVENTS = "min_position", "min_event_id"
# What the bridge brings is looked for whenever the graph moves on, and so often where it stands still:
# events of other streams do not move it. Each look asks the database.
BRIDGE_LOOK_SECONDS = 0.5
# One for each partition of a topic at the most.
MAX_AWAITED = 100
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


MinEvents = Annotated[
    str | None,
    Query(
        max_length=37 * MAX_AWAITED,
        description="Wait until these events are visible, separated by commas: for writes that go through "
        "Kafka, which have no position yet. Send the `event_id` of a write, or its `wait_for_event_ids`.",
    ),
]


async def visible(request: Request, min_position: MinPosition = None, min_event_id: MinEvents = None) -> None:
    """A dependency that holds a read back until what it wants to see is visible."""
    process = process_of(request)
    live, seconds = process.live, process.visible_wait_seconds
    if min_event_id:
        awaited = _event_ids(min_event_id)
        min_position = max(min_position or 0, await _brought(awaited, process, seconds))
    if min_position is None or live.position >= min_position:
        return
    newest = await run_in_threadpool(process.newest_position)
    if min_position > newest:
        raise BadParameterError("min_position", f"nothing stands there; the newest position is {newest}")
    # Waiting in a thread would use up the threads that answer everyone else.
    await live.reach(min_position, seconds)


def _event_ids(text: str) -> list[UUID]:
    try:
        return [UUID(part.strip()) for part in text.split(",")]
    except ValueError as error:
        raise BadParameterError(MIN_EVENTS, "must be ids of events, separated by commas") from error


async def _brought(event_ids: Sequence[UUID], process: Process, seconds: float) -> int:
    """The position of the last of these events, once the bridge has brought all of them into the log."""
    deadline = time.monotonic() + seconds
    while True:
        seen = process.live.position
        position = await run_in_threadpool(process.position_of_events, event_ids)
        if position is not None:
            return position
        left = deadline - time.monotonic()
        if left <= 0:
            raise NotYetVisibleError("not all of the events in `min_event_id` are in the log")
        with suppress(TimeoutError):
            async with asyncio.timeout(min(left, BRIDGE_LOOK_SECONDS)):
                await process.live.move_on(seen)


def storable(request: Request) -> None:
    """PostgreSQL's text has no NUL, so nothing we know has one in its name."""
    for name, value in (*request.path_params.items(), *request.query_params.multi_items()):
        if "\x00" in name or "\x00" in str(value):
            raise BadParameterError(name.replace("\x00", ""), "must not contain a NUL character")


def known(names: Collection[str]) -> Callable[[Request], None]:
    """A dependency that refuses other parameters: a misspelled filter must not answer with everything."""
    allowed = frozenset({*names, MIN_POSITION, MIN_EVENTS})

    def check(request: Request) -> None:
        for name in request.query_params:
            if name not in allowed:
                raise UnknownParameterError(name[:MAX_SHOWN], nearest_names(name[:MAX_SHOWN], allowed))

    return check
