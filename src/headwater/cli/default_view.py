"""How an answer looks that has no view of its own: a list as a table, a detail as fields and tables."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from headwater.answers.base import Answer, Node
from headwater.answers.compliance import EffectiveClass
from headwater.cli.list_columns import LIST_COLUMNS
from headwater.documents.formats import Grid
from headwater.documents.words import moment

# Of longer texts a table shows the beginning.
LONGEST = 120
# Beyond it, the format of Python's numbers turns to exponents.
EXACT = 1e5
SCALARS = (str, int, float, bool, datetime, type(None), Node, EffectiveClass)


def list_grid(items: Sequence[Any], for_people: bool = False) -> Grid:
    """One row an item, one column for each field that fits into a cell; for people, those that they look for.

    >>> list_grid(())
    Grid(headers=(), rows=())
    """
    if not items:
        return Grid((), ())
    named = LIST_COLUMNS.get(type(items[0])) if for_people else None
    # A field that is too large in one row is left out of all: a table has one set of columns.
    fields = [
        name
        for name in named or items[0].__struct_fields__
        if not _is_large([getattr(one, name) for one in items])
    ]
    written = short_cell if for_people else cell
    return Grid(
        tuple(map(_header, fields)),
        tuple(tuple(written(getattr(one, name)) for name in fields) for one in items),
    )


def detail_grids(answer: Answer, for_people: bool = False) -> Iterator[tuple[str, Grid]]:
    """The fields that fit into a cell first, then a table for each list, under its name."""
    values = [(name, getattr(answer, name)) for name in answer.__struct_fields__]
    plain = [(name, value) for name, value in values if not _is_large([value])]
    yield "", Grid(("", ""), tuple((_header(name), cell(value)) for name, value in plain))
    for name, value in values:
        items = value.items if isinstance(value, Answer) and hasattr(value, "items") else value
        if isinstance(items, tuple | list) and items and isinstance(items[0], Answer):
            yield _header(name), list_grid(items, for_people)


def cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, EffectiveClass):
        return f"{value.classification}, personal" if value.pii else value.classification
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return str(value)


def short_cell(value: Any) -> str:
    """As people read it: whole seconds, few digits, the beginning of a long text.

    >>> short_cell(47.19399999999996), short_cell(0.25), short_cell("select  1\\n")
    ('47.194', '0.25', 'select 1')
    """
    if isinstance(value, datetime):
        return cell(value.replace(microsecond=0))
    if isinstance(value, float):
        return f"{round(value, 3):g}" if abs(value) < EXACT else f"{value:.0f}"
    text = " ".join(cell(value).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _is_large(values: Sequence[Any]) -> bool:
    return any(not _fits(value) for value in values)


def _fits(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, SCALARS) or not isinstance(value, msgspec.Struct | dict)


def _header(name: str) -> str:
    return name.replace("_", " ")
