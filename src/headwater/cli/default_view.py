"""How an answer looks that has no view of its own: a list as a table, a detail as fields and tables."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from headwater.answers.base import Answer, Node
from headwater.documents.formats import Grid
from headwater.documents.words import moment

SCALARS = (str, int, float, bool, datetime, type(None), Node)


def list_grid(items: Sequence[Any]) -> Grid:
    """One row an item, one column for each field that fits into a cell.

    >>> list_grid(())
    Grid(headers=(), rows=())
    """
    if not items:
        return Grid((), ())
    # A field that is too large in one row is left out of all: a table has one set of columns.
    fields = [
        name for name in items[0].__struct_fields__ if not _is_large([getattr(one, name) for one in items])
    ]
    return Grid(
        tuple(map(_header, fields)),
        tuple(tuple(cell(getattr(one, name)) for name in fields) for one in items),
    )


def detail_grids(answer: Answer) -> Iterator[tuple[str, Grid]]:
    """The fields that fit into a cell first, then a table for each list, under its name."""
    values = [(name, getattr(answer, name)) for name in answer.__struct_fields__]
    plain = [(name, value) for name, value in values if not _is_large([value])]
    yield "", Grid(("", ""), tuple((_header(name), cell(value)) for name, value in plain))
    for name, value in values:
        items = value.items if isinstance(value, Answer) and hasattr(value, "items") else value
        if isinstance(items, tuple | list) and items and isinstance(items[0], Answer):
            yield _header(name), list_grid(items)


def cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return str(value)


def _is_large(values: Sequence[Any]) -> bool:
    return any(not _fits(value) for value in values)


def _fits(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, SCALARS) or not isinstance(value, msgspec.Struct | dict)


def _header(name: str) -> str:
    return name.replace("_", " ")
