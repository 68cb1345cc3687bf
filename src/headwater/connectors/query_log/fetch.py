"""Reads query logs row by row: CSV and JSON Lines, packed or not, from where the last run stopped."""

import csv
import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from headwater.connectors.contract import Fetched, State
from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.state import FileState, QueryLogState
from headwater.errors import BadInputError

SUFFIXES = (".csv", ".jsonl", ".ndjson", ".json", ".tsv")
PART_ROWS = 2_000
HEAD_BYTES = 512
# Longer than any text that is taken: what is larger is reported and passed over.
MAX_CELL = 8_000_000


@dataclass(frozen=True, slots=True)
class LogRow:
    """`columns` is None for a line that is no JSON object."""

    place: str
    columns: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class LogPart:
    rows: tuple[LogRow, ...]


def fetch_parts(paths: list[Path], mapping: LogMapping, kept: State) -> Iterator[Fetched[LogPart]]:
    state = QueryLogState.read(kept)
    for file in files_of(paths):
        known = state.files.get(str(file))
        try:
            for rows, after in _read(file, mapping, known):
                state = state.after(str(file), after)
                yield Fetched(LogPart(tuple(rows)), state.kept())
        except (OSError, EOFError, zlib.error, csv.Error, UnicodeDecodeError) as error:
            raise BadInputError(str(file), f"can't be read: {error}") from error


def files_of(paths: list[Path]) -> list[Path]:
    """Folders as the logs in them, oldest name first."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise BadInputError(str(path), "no such file")
        if path.is_dir():
            found += sorted(one for one in path.rglob("*") if _is_log(one))
        else:
            found.append(path)
    return found


def _is_log(path: Path) -> bool:
    return path.is_file() and path.name.lower().removesuffix(".gz").endswith(SUFFIXES)


def _read(
    file: Path, mapping: LogMapping, known: FileState | None
) -> Iterator[tuple[list[LogRow], FileState]]:
    size = file.stat().st_size
    head, head_bytes = _head(file, known.head_bytes if known else HEAD_BYTES)
    # The same beginning is the same log, which may have grown; else it was rotated.
    same = known is not None and known.head == head
    if same and known is not None and known.size == size:
        return
    skipped = known.rows if same and known is not None else 0
    if not same and known is not None:
        head, head_bytes = _head(file, HEAD_BYTES)
    rows: list[LogRow] = []
    number = 0
    for number, row in enumerate(_rows(file, mapping), 1):
        if number <= skipped:
            continue
        rows.append(row)
        if len(rows) == PART_ROWS:
            # Not yet the whole size: a run that is cut off here has to open the file again.
            yield rows, FileState(head, head_bytes, number, -1)
            rows = []
    if rows or number >= skipped:
        yield rows, FileState(head, head_bytes, number, size)


def _head(file: Path, count: int) -> tuple[str, int]:
    with file.open("rb") as opened:
        beginning = opened.read(count)
    return hashlib.sha256(beginning).hexdigest()[:16], len(beginning)


def _rows(file: Path, mapping: LogMapping) -> Iterator[LogRow]:
    plain = file.name.lower().removesuffix(".gz")
    with _opened(file) as raw, io.TextIOWrapper(raw, "utf-8-sig", errors="replace", newline="") as text:
        yield from _csv(text, file, mapping) if plain.endswith((".csv", ".tsv")) else _lines(text, file)


def _opened(file: Path) -> BinaryIO:
    if file.name.endswith(".gz"):
        return gzip.open(file, "rb")  # type: ignore[return-value]
    return file.open("rb")


def _lines(text: io.TextIOBase, file: Path) -> Iterator[LogRow]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            found = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            found = None
        columns = (
            {str(name).lower(): value for name, value in found.items()} if isinstance(found, dict) else None
        )
        yield LogRow(f"{file}:{number}", columns)


def _csv(text: io.TextIOBase, file: Path, mapping: LogMapping) -> Iterator[LogRow]:
    csv.field_size_limit(MAX_CELL)
    delimiter = "\t" if file.name.lower().removesuffix(".gz").endswith(".tsv") else ","
    rows = csv.reader(text, delimiter=delimiter)
    names = mapping.header or tuple(name.strip().lower() for name in next(rows, []))
    if not any(name in names for name in mapping.columns["sql"]):
        wanted = ", ".join(mapping.columns["sql"])
        raise BadInputError(f"{file}:1", f"has no column with the text of a query: {wanted}")
    line = rows.line_num + 1
    for cells in rows:
        place, line = f"{file}:{line}", rows.line_num + 1
        if any(cell.strip() for cell in cells):
            # Newer versions of a log have more columns at the end.
            yield LogRow(place, dict(zip(names, cells, strict=False)))
