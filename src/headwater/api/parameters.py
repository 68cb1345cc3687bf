"""What every read takes: pages, times, names and `min_position`, each checked and documented once."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Any

from fastapi import Path, Query, Request
from pydantic import BeforeValidator

from headwater.errors import BadParameterError
from headwater.model.times import parse_time
from headwater.questions.live_graph import LiveGraph
from headwater.store.queries.paging import DEFAULT_LIMIT, MAX_LIMIT

POLL_SECONDS = 0.01
MAX_POSITION = 2**63 - 1

# `+` in an address that was not quoted arrives as a space.
UNQUOTED_OFFSET = re.compile(r"(?<=\d) (?=\d\d:?\d\d$)")


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return parse_time(UNQUOTED_OFFSET.sub("+", value.strip()))
    except ValueError as error:
        raise ValueError(f"`{value[:60]}` is not an RFC 3339 time such as 2026-04-20T01:23:00Z") from error


Moment = Annotated[datetime, BeforeValidator(_moment, json_schema_input_type=str)]

Limit = Annotated[
    int, Query(ge=1, le=MAX_LIMIT, description=f"How many at the most; {DEFAULT_LIMIT} if not told.")
]
Cursor = Annotated[str | None, Query(description="`next_cursor` of the page before, with the same filters.")]
Search = Annotated[
    str | None,
    Query(description="Part of `namespace/name`, whatever the case.", examples=["sales.orders"]),
]
Name = Annotated[
    str,
    Query(
        min_length=1,
        description="`namespace/name`, `namespace.name`, an id such as `dataset:…`, an alias, "
        "or the end of a name if only one ends so. `#column` may follow.",
        examples=["shopflow.sales.orders"],
    ),
]
PathName = Annotated[
    str,
    Path(
        description="`namespace/name` as it is, slashes included; or an alias, or a unique end of a name.",
        examples=["ecommerce_warehouse/shopflow.sales.orders"],
    ),
]
Column = Annotated[
    str | None, Query(min_length=1, description="A column of the dataset.", examples=["amount_usd"])
]
AsOf = Annotated[
    Moment | None,
    Query(
        description="The graph as it was at this time; now if not told.", examples=["2026-04-20T01:00:00Z"]
    ),
]
MinPosition = Annotated[
    int | None,
    Query(
        ge=0,
        le=MAX_POSITION,
        description="Wait until this log position is visible: what a write answered, so that you read it.",
    ),
]


def visible(live: LiveGraph, seconds: float) -> Callable[..., Awaitable[None]]:
    """A dependency that holds a read back until what it wants to see is visible."""

    async def wait(min_position: MinPosition = None) -> None:
        if min_position is None:
            return
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
