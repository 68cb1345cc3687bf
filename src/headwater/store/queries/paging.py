"""Pages: a slice, the total, and an opaque cursor that says after which row the next slice begins."""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from headwater.errors import BadCursorError
from headwater.store.queries.rows import Connection, Values, count

# Lists of what happens day by day grow without end: to count one in whole takes longer than to read a page.
MAX_COUNTED = 10_000
DEFAULT_LIMIT = 100
MAX_LIMIT = 1000

# What a cursor may hold where a number belongs: anything else would overflow further down.
Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Item = TypeVar("Item")
Key = TypeVar("Key", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True)
class RowPage(Generic[Item]):
    items: tuple[Item, ...]
    total: int
    next_cursor: str | None = None


def page_of(
    rows: Sequence[Item], total: int, limit: int, key: Callable[[Item], tuple[Any, ...]]
) -> RowPage[Item]:
    """A page from up to `limit + 1` rows: the one too many says only that there are more."""
    shown = tuple(rows[:limit])
    more = len(rows) > limit
    return RowPage(shown, total, encode(*key(shown[-1])) if more and shown else None)


def counted(connection: Connection, chosen: str, values: Values) -> int:
    """How many rows a `from … where …` chooses, counted up to `MAX_COUNTED`."""
    query = f"select count(*) from (select {chosen} limit {MAX_COUNTED}) as counted"
    return count(connection, query, **values)


def encode(*values: object) -> str:
    """A cursor from the sort key of the last row shown.

    >>> encode("postgres://h", 7)
    'WyJwb3N0Z3JlczovL2giLDdd'
    """
    return base64.urlsafe_b64encode(msgspec.json.encode(values)).decode().rstrip("=")


def decode(cursor: str | None, key: type[Key]) -> Key | None:
    """The sort key in a cursor, as the named tuple it was made from; an error when it is not one of ours."""
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values: Key = msgspec.json.decode(text, type=key)
    except (ValueError, binascii.Error, RecursionError) as error:
        raise BadCursorError() from error
    # PostgreSQL's texts can't hold a NUL: bound as a value, it would be an error of the server.
    if any(isinstance(value, str) and "\x00" in value for value in values):
        raise BadCursorError()
    return values
