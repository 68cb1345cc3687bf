"""Texts that a log holds in pieces, one a row: put together where they follow each other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from headwater.connectors.query_log.row import LogRow


@dataclass(frozen=True, slots=True)
class Pieces:
    """Which columns say of what text a row holds a piece, and which one."""

    key: tuple[str, ...]
    number: str
    text: str
    widths: tuple[int, ...]
    """Bytes of every piece but the last, by kind of log: exports cut off spaces at the end of one."""


def whole_texts(rows: Iterable[LogRow], pieces: Pieces) -> Iterator[LogRow]:
    """A row for each text. Pieces that stand apart make no text: they are named, and the rest goes on."""
    for _, group in groupby(rows, lambda row: _key(row.columns, pieces)):
        some = list(group)
        if some[0].columns is None:
            yield from some
        else:
            yield _joined(some, pieces)


def _key(columns: Mapping[str, Any] | None, pieces: Pieces) -> tuple[str, ...] | None:
    return None if columns is None else tuple(str(columns.get(name)) for name in pieces.key)


def _joined(rows: list[LogRow], pieces: Pieces) -> LogRow:
    first = rows[0]
    try:
        numbered = sorted(((_number(row, pieces), row) for row in rows), key=itemgetter(0))
    except ValueError:
        return replace(first, columns=None, fault=f"{pieces.number}: is not a whole number")
    if [number for number, _ in numbered] != list(range(len(rows))):
        order = ", ".join((*(name for name in pieces.key if name in (first.columns or {})), pieces.number))
        fault = f"pieces of this text are missing or stand apart: export it ordered by {order}"
        return replace(first, columns=None, fault=fault)
    texts = [str((row.columns or {}).get(pieces.text) or "") for _, row in numbered]
    longest = max(len(text.encode(errors="replace")) for text in texts)
    width = next((width for width in pieces.widths if width >= longest), longest)
    whole = "".join((*(_filled_up(text, width) for text in texts[:-1]), texts[-1]))
    return replace(first, columns={**(first.columns or {}), pieces.text: whole})


def _number(row: LogRow, pieces: Pieces) -> int:
    return int(str((row.columns or {}).get(pieces.number)).strip())


def _filled_up(text: str, width: int) -> str:
    """Trailing spaces count: they may part two words."""
    return text + " " * (width - len(text.encode(errors="replace")))
