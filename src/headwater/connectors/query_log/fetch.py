"""Reads query logs row by row from where the last run stopped."""

import csv
import hashlib
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from headwater.connectors.contract import Fetched
from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.row import LogRow
from headwater.connectors.query_log.rows import rows_of_file
from headwater.connectors.query_log.snapshots import since_last
from headwater.connectors.query_log.state import FileState, QueryLogState
from headwater.errors import BadInputError

SUFFIXES = (".csv", ".jsonl", ".ndjson", ".json", ".tsv")
PART_ROWS = 2_000
HEAD_BYTES = 512


@dataclass(frozen=True, slots=True)
class LogPart:
    rows: tuple[LogRow, ...]


Taken = tuple[list[LogRow], FileState, Mapping[str, int]]
"""Rows, how far the file is read with them, and the counters of the last snapshot."""


def fetch_parts(files: list[Path], mapping: LogMapping, state: QueryLogState) -> Iterator[Fetched[LogPart]]:
    for file in files:
        with naming(file):
            read = _read_snapshot if mapping.is_snapshot else _read
            for rows, after, counts in read(file, mapping, state):
                state = state.after(str(file), after, counts)
                yield Fetched(LogPart(tuple(rows)), state.kept())


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


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Whatever can't be read is reported with the name of the file."""
    try:
        yield
    except (OSError, EOFError, zlib.error, csv.Error, UnicodeDecodeError) as error:
        raise BadInputError(str(file), f"can't be read: {error}") from error


def beginning(file: Path, known: FileState | None) -> FileState:
    """How much of the file is known: nothing if it begins otherwise than it did, as it was rotated."""
    head, head_bytes = _digest(file, known.head_bytes if known else HEAD_BYTES)
    if known is not None and known.head == head:
        return known
    head, head_bytes = _digest(file, HEAD_BYTES)
    return FileState(head, head_bytes, 0, -1)


def _digest(file: Path, count: int) -> tuple[str, int]:
    with file.open("rb") as opened:
        read = opened.read(count)
    return hashlib.sha256(read).hexdigest()[:16], len(read)


def _read(file: Path, mapping: LogMapping, state: QueryLogState) -> Iterator[Taken]:
    size = file.stat().st_size
    known = beginning(file, state.files.get(str(file)))
    if known.size == size:
        return
    rows: list[LogRow] = []
    number, is_cut = 0, False
    for row in rows_of_file(file, mapping):
        is_cut = row.is_cut
        # Read again once it is whole.
        number += not is_cut
        if number <= known.rows and not is_cut:
            continue
        rows.append(row)
        if len(rows) == PART_ROWS:
            # Not yet the whole size: a run that is cut off here has to open the file again.
            yield rows, FileState(known.head, known.head_bytes, number, -1), state.counts
            rows = []
    if rows or number >= known.rows:
        ended = size if file.stat().st_size == size and not is_cut else 0
        yield rows, FileState(known.head, known.head_bytes, number, size, ended), state.counts


def _read_snapshot(file: Path, mapping: LogMapping, state: QueryLogState) -> Iterator[Taken]:
    """All of it or nothing: a counter tells something only beside that of the last snapshot."""
    size = file.stat().st_size
    head, _ = _digest(file, size)
    known = state.files.get(str(file))
    if known is not None and known.head == head:
        return
    rows, counts = since_last(rows_of_file(file, mapping), state.counts)
    yield rows, FileState(head, size, len(rows), size), counts
