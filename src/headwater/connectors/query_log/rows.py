"""Rows of a query log from its text: CSV and JSON Lines, whole files and ranges of bytes of them."""

import csv
import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.ranges import ByteRange
from headwater.errors import BadInputError

# Longer than any text that is taken: what is larger is reported and passed over.
MAX_CELL = 8_000_000


@dataclass(frozen=True, slots=True)
class LogRow:
    """`columns` is None for a line that is no JSON object."""

    place: str
    columns: dict[str, Any] | None


def rows_of_file(file: Path, mapping: LogMapping) -> Iterator[LogRow]:
    with _opened(file) as raw, _as_text(raw) as text:
        if not is_csv(file):
            yield from _json_rows(text, str(file))
            return
        reader = _csv_reader(text, file)
        yield from _csv_rows(reader, _names(reader, file, mapping), str(file))


def rows_of_range(place: ByteRange, mapping: LogMapping) -> Iterator[LogRow]:
    """Lines are counted from where the range begins: nobody has counted those before it."""
    file = Path(place.file)
    if place.end is None:
        yield from islice(rows_of_file(file, mapping), place.skipped, None)
        return
    with file.open("rb") as raw:
        raw.seek(place.begin)
        text = _as_text(io.BytesIO(raw.read(place.end - place.begin)))
    shown = f"{file}, byte {place.begin}"
    if is_csv(file):
        yield from _csv_rows(_csv_reader(text, file), csv_names(file, mapping), shown)
    else:
        yield from _json_rows(text, shown)


def csv_names(file: Path, mapping: LogMapping) -> tuple[str, ...]:
    with _opened(file) as raw, _as_text(raw) as text:
        return _names(_csv_reader(text, file), file, mapping)


def is_csv(file: Path) -> bool:
    return _plain_name(file).endswith((".csv", ".tsv"))


def is_packed(file: Path) -> bool:
    return file.name.lower().endswith(".gz")


def _plain_name(file: Path) -> str:
    return file.name.lower().removesuffix(".gz")


def _opened(file: Path) -> BinaryIO:
    if is_packed(file):
        return gzip.open(file, "rb")  # type: ignore[return-value]
    return file.open("rb")


def _as_text(raw: BinaryIO) -> io.TextIOWrapper:
    return io.TextIOWrapper(raw, "utf-8-sig", errors="replace", newline="")


def _json_rows(text: io.TextIOBase, place: str) -> Iterator[LogRow]:
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
        yield LogRow(f"{place}:{number}", columns)


# What `csv.reader` makes has no name of its own to be typed with.
def _csv_reader(text: io.TextIOBase, file: Path) -> Any:
    csv.field_size_limit(MAX_CELL)
    return csv.reader(text, delimiter="\t" if _plain_name(file).endswith(".tsv") else ",")


def _names(reader: Any, file: Path, mapping: LogMapping) -> tuple[str, ...]:
    names = mapping.header or tuple(name.strip().lower() for name in next(reader, []))
    if not any(name in names for name in mapping.required):
        wanted = ", ".join(mapping.required)
        raise BadInputError(f"{file}:1", f"has no column with {mapping.required_is}: {wanted}")
    return names


def _csv_rows(reader: Any, names: tuple[str, ...], place: str) -> Iterator[LogRow]:
    line = reader.line_num + 1
    for cells in reader:
        here, line = f"{place}:{line}", reader.line_num + 1
        if any(cell.strip() for cell in cells):
            # Newer versions of a log have more columns at the end.
            yield LogRow(here, dict(zip(names, cells, strict=False)))
