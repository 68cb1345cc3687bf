"""A query of a log as it is sent: checked field by field, and made an event of the log."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

import msgspec

from headwater.errors import BadQueryError, NotJsonError
from headwater.model.document_fields import check_text, given_fields, read_moment
from headwater.model.events import Event, EventKind, content_id

MAX_SQL = 1_000_000
"""Characters of one text; longer ones are generated, and no person asked them."""
# Three such texts, of the longest characters, fit into one entry of an index.
MAX_TEXT = 200
MAX_TAGS = 100

TEXTS = ("dialect", "database", "schema", "user", "dashboard", "job")
# The least and the greatest value of each.
NUMBERS = {"duration_ms": (0, 10**9), "rows": (0, 10**15), "count": (1, 10**9)}
FIELDS = ("sql", "time", *TEXTS, *NUMBERS, "tags")


def check(document: Any) -> dict[str, Any]:
    """The document without what is null, if every field can be used; else an error that names the field."""
    given = given_fields(document, FIELDS, BadQueryError)
    check_text(given, "sql", MAX_SQL, BadQueryError, required=True)
    check_text(given, "time", MAX_TEXT, BadQueryError, required=True)
    read_moment(given["time"], BadQueryError)
    for name in TEXTS:
        check_text(given, name, MAX_TEXT, BadQueryError)
    for name, (least, most) in NUMBERS.items():
        _number(given, name, least, most)
    _tags(given)
    return given


def to_event(document: Mapping[str, Any]) -> Event:
    """An event from a document that passed `check`; its literals are masked by now, or meant to stay."""
    try:
        body = msgspec.json.encode(document).decode()
    except UnicodeError as error:
        raise NotJsonError("a character that is half of a pair") from error
    return Event(
        content_id(document), EventKind.QUERY, read_moment(document["time"], BadQueryError), None, body
    )


def _number(given: Mapping[str, Any], name: str, least: int, most: int) -> None:
    value = given.get(name)
    if value is None:
        return
    kinds = int | float if name == "duration_ms" else int
    infinite = isinstance(value, float) and not isfinite(value)
    if isinstance(value, bool) or not isinstance(value, kinds) or infinite:
        raise BadQueryError(name, "must be a number" if name == "duration_ms" else "must be a whole number")
    if not least <= value <= most:
        raise BadQueryError(name, f"must be from {least} to {most}")


def _tags(given: Mapping[str, Any]) -> None:
    tags = given.get("tags")
    if tags is None:
        return
    if not isinstance(tags, list):
        raise BadQueryError("tags", "must be an array of strings")
    if len(tags) > MAX_TAGS:
        raise BadQueryError("tags", f"must have at most {MAX_TAGS} entries")
    for number, tag in enumerate(tags):
        place = f"tags[{number}]"
        check_text({place: tag}, place, MAX_TEXT, BadQueryError, required=True)
