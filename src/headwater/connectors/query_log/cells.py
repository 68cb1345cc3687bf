"""What a row of a log says under a name: nested objects by their path, and null as exports write it."""

from collections.abc import Iterable, Mapping
from typing import Any

# A CSV has no null of its own: Snowflake and PostgreSQL unload it as `\N`, consoles show the word.
NULLS = ("", "\\N", "NULL", "null")


def first_of(columns: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The first of these columns that says something.

    >>> first_of({"user": "NULL", "context": {"User": "kira"}}, ("user", "context.user"))
    'kira'
    """
    for name in names:
        value = _value(columns, name)
        if value is not None and value not in NULLS:
            return value
    return None


def _value(columns: Mapping[str, Any], name: str) -> Any:
    if name in columns or "." not in name:
        return columns.get(name)
    outer, _, inner = name.partition(".")
    found = columns.get(outer)
    if not isinstance(found, Mapping):
        return None
    return _value({str(key).lower(): value for key, value in found.items()}, inner)
