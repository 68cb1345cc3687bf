"""Kinds of values in Watcher's calls: names, watermarks, times, counts, free JSON; each can be stored."""

import math
from datetime import datetime
from typing import Annotated, Any

from fastapi import Query
from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
)

# Of typing's own, pydantic can't read what is required before Python 3.12.
from typing_extensions import TypedDict

from headwater.model.timeliness import Datepart as DatepartName
from headwater.model.timeliness import datepart, threshold
from headwater.model.times import parse_time
from headwater.model.watermark import plain
from headwater.store.queries.paging import MAX_LIMIT

MAX_TEXT = 500
# PostgreSQL's bigint: beyond it a number would be an error of the database instead of a refusal.
MAX_ID = 2**63 - 1
# The bound that counts in facets have as well (`bounded_count`); nothing real is larger.
MAX_COUNT = 10**18
# `_storable` calls itself for each level, so this stays far below Python's own limit.
MAX_DEPTH = 50
# The years that events may have: starts and ends of executions become events of the log.
EARLIEST_YEAR, LATEST_YEAR = 1900, 3000


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("must not contain a NUL character")
    return text


def _as_text(value: Any) -> Any:
    """Ids and times may come as JSON writes them; they are kept as text."""
    # Asked first, since to Python a bool is an int.
    if isinstance(value, bool):
        raise ValueError("must be a string or a number")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must be a finite number")
    return plain(value) if isinstance(value, int | float) else value


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("must be an RFC 3339 time such as 2026-04-20T01:23:00Z")
    try:
        moment = parse_time(value)
    except ValueError as error:
        raise ValueError(f"`{value[:60]}` is not an RFC 3339 time such as 2026-04-20T01:23:00Z") from error
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise ValueError(f"must be in the years {EARLIEST_YEAR} to {LATEST_YEAR}")
    return moment


def _unquoted(value: Any) -> Any:
    """`+` in an address that was not quoted arrives as a space."""
    # Without a T the space may stand between date and time, and has to stay.
    return value.strip().replace(" ", "+") if isinstance(value, str) and "T" in value.upper() else value


def _datepart(value: Any) -> Any:
    return datepart(value) if isinstance(value, str) else value


def _threshold(value: Any) -> Any:
    if threshold(value) is None:
        raise ValueError("must be a positive number of seconds")
    return value


def _storable(value: Any, depth: int = 0) -> Any:
    """What PostgreSQL keeps as JSON and every reader of the log understands."""
    if depth > MAX_DEPTH:
        raise ValueError(f"must not be nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, str):
        # Encoding fails for half of a surrogate pair, which JSON can write and PostgreSQL can't keep.
        _without_nul(value).encode()
    elif isinstance(value, dict):
        for name, inner in value.items():
            _storable(name, depth + 1)
            _storable(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _storable(inner, depth + 1)
    else:
        _number(value)
    return value


def _number(value: Any) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must not contain NaN or Infinity")
    # Readers that hold whole numbers in 64 bits would fail on such a value, or round it.
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("must not contain whole numbers of more than 64 bits")


NoNul = AfterValidator(_without_nul)
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT), NoNul]
Detail = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_TEXT), NoNul]
Watermark = Annotated[Name, BeforeValidator(_as_text, json_schema_input_type=str | int | float)]
Moment = Annotated[datetime, BeforeValidator(_moment, json_schema_input_type=datetime)]
# Of several such validators the last one runs first: `+` is restored before the time is parsed.
QueryMoment = Annotated[Moment, BeforeValidator(_unquoted)]
Datepart = Annotated[DatepartName, BeforeValidator(_datepart, json_schema_input_type=DatepartName)]
Number = Annotated[int, Field(ge=1, le=1_000_000)]
Id = Annotated[int, Field(ge=1, le=MAX_ID)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Json = Annotated[dict[str, Any], AfterValidator(_storable)]
Seconds = Annotated[
    # Plain: pydantic would turn true and "600" into numbers before `_threshold` could refuse them.
    int | float, PlainValidator(_threshold), WithJsonSchema({"type": "number", "exclusiveMinimum": 0})
]


class KnownArgs(TypedDict, total=False):
    """Whatever a client keeps with its pipeline; only what is named here means something to the server."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    timeliness_execution_seconds_threshold: Seconds


PipelineArgs = Annotated[KnownArgs, AfterValidator(_storable)]
Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT, description="Maximum number of results.")]
Cursor = Annotated[str | None, NoNul, Query(description="`next_cursor` of the previous page.")]
