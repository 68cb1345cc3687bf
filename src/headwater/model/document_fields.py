"""Fields of a document that somebody sends, checked one by one; an error names the field."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from headwater.errors import BadInputError
from headwater.model.ids import json_type
from headwater.model.nearest import nearest_names
from headwater.model.times import parse_time

Refusal = type[BadInputError]

EARLIEST_YEAR, LATEST_YEAR = 1900, 3000
MAX_NAME = 200


def given_fields(document: Any, known: Sequence[str], refusal: Refusal) -> dict[str, Any]:
    """The document without what is null; a field that nobody knows is refused with the nearest name."""
    if not isinstance(document, dict):
        raise refusal("", f"must be a JSON object, not {json_type(document)}")
    for name in document:
        if name not in known:
            # Not kept and not dropped: what nobody reads may hold what should not be stored.
            near = nearest_names(name[:MAX_NAME], known) or known
            raise refusal(name[:60], f"unknown; did you mean {', '.join(near)}?")
    return {name: value for name, value in document.items() if value is not None}


def check_text(
    given: Mapping[str, Any], name: str, most: int, refusal: Refusal, *, required: bool = False
) -> None:
    value = given.get(name)
    if value is None:
        if required:
            raise refusal(name, "required")
        return
    if not isinstance(value, str):
        raise refusal(name, "must be a string")
    if required and not value.strip():
        raise refusal(name, "must not be empty")
    if len(value) > most:
        raise refusal(name, f"must have at most {most:,} characters")
    # PostgreSQL's text holds every character but this one.
    if "\x00" in value:
        raise refusal(name, "must not contain a NUL character")


def read_moment(text: str, refusal: Refusal) -> datetime:
    try:
        moment = parse_time(text)
    except ValueError as error:
        raise refusal("time", f"`{text[:60]}` is not an RFC 3339 time") from error
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise refusal("time", f"must be in the years {EARLIEST_YEAR} to {LATEST_YEAR}")
    return moment
