"""Large query logs: read part by part in tasks, and sent as one document for each text, day and person."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, query
from headwater.connectors.query_log.fetch import beginning, naming
from headwater.connectors.query_log.fold import KEYS, PROBLEM, QUERY, READ, SAID, FoldTask, FoldTasks
from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.options import QueryLogOptions, mapping_of
from headwater.connectors.query_log.ranges import ByteRange, cut
from headwater.connectors.query_log.rows import can_be_cut, csv_names, is_csv, is_packed
from headwater.connectors.query_log.state import FileState, QueryLogState
from headwater.model.query_log import NUMBERS
from headwater.model.times import iso, parse_time

LARGE_BYTES = 100 * 1024 * 1024
# What is packed holds about so many times its size.
PACKED = 5
# Of ranges: half a gigabyte, after which a run that is cut off goes on.
PART_RANGES = 64


@dataclass(frozen=True, slots=True)
class FoldedPart:
    rows: tuple[dict[str, Any], ...]


def is_large(files: list[Path], state: QueryLogState) -> bool:
    """By what has not been read yet."""
    return sum(_unread(file, state.files.get(str(file))) for file in files) >= LARGE_BYTES


def _unread(file: Path, known: FileState | None) -> int:
    read = known.offset or max(known.size, 0) if known else 0
    return max(file.stat().st_size - read, 0) * (PACKED if is_packed(file) else 1)


def fetch_folded(
    files: list[Path], options: QueryLogOptions, state: QueryLogState, run_at: datetime, fold: FoldTasks
) -> Iterator[Fetched[FoldedPart]]:
    mapping = mapping_of(options)
    for file in files:
        with naming(file):
            size = file.stat().st_size
            known = beginning(file, state.files.get(str(file)))
            ranges = [] if known.size == size else _ranges(file, mapping, known, size)
        for start in range(0, len(ranges), PART_RANGES):
            some = tuple(ranges[start : start + PART_RANGES])
            with naming(file):
                rows = _sorted(fold(FoldTask(options, some, run_at)))
            read = known.rows + sum(row["count"] for row in rows if row["kind"] == READ)
            end = size if some[-1].end is None else some[-1].end
            # Not yet the whole size: a run that is cut off here has to open the file again.
            known = FileState(known.head, known.head_bytes, read, size if end == size else -1, end)
            state = state.after(str(file), known, state.counts)
            yield Fetched(FoldedPart(tuple(rows)), state.kept())


def _ranges(file: Path, mapping: LogMapping, known: FileState, size: int) -> list[ByteRange]:
    if is_csv(file):
        # Before any task is started: a log of another database is refused at once.
        csv_names(file, mapping)
    if not can_be_cut(file) or (known.rows and not known.offset):
        return [ByteRange(str(file), 0, None, known.rows)]
    has_header = is_csv(file) and mapping.header is None
    return list(cut(file, known.offset, size, has_header, is_csv(file)))


def _sorted(found: pa.Table) -> list[dict[str, Any]]:
    """The same parts give the same documents in the same order, however the tasks ran."""
    return sorted(found.to_pylist(), key=lambda row: tuple(str(row[name] or "") for name in KEYS))


def translate_folded(part: FoldedPart) -> Iterator[SourceDocument | SourceProblem]:
    for row in part.rows:
        if row["kind"] == PROBLEM:
            yield SourceProblem(row["key"], row["sql"], row["count"])
        elif row["kind"] == QUERY:
            yield from _documents(row)


def _documents(row: dict[str, Any]) -> Iterator[SourceDocument]:
    """One, unless it ran more often than one may say; the others are dated a moment apart, to be others."""
    said = {name: row[name] for name in ("sql", *SAID) if row[name] is not None}
    if row["timed"]:
        said["duration_ms"] = row["duration_us"] / row["count"] / 1000
    if row["rows_of"]:
        said["rows"] = row["rows"] // row["rows_of"]
    latest, rest, most = parse_time(f"{row['time']}Z"), row["count"], NUMBERS["count"][1]
    while rest > 0:
        yield query({**said, "time": iso(latest), "count": min(rest, most)})
        latest, rest = latest - timedelta(microseconds=1), rest - most
