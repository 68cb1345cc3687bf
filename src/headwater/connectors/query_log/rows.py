"""Rows of a query log from its text: CSV, JSON Lines, JSON arrays; of whole files or ranges of bytes."""

import csv
import gzip
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.pieces import whole_texts
from headwater.connectors.query_log.ranges import ByteRange
from headwater.connectors.query_log.row import LogRow
from headwater.errors import BadInputError

# Longer than any text that is taken: what is larger is reported and passed over.
MAX_CELL = 8_000_000
MAX_ARRAY = 512 * 1024 * 1024
NO_OBJECT = "is no JSON object"
CUT_OFF = "ends within a quoted cell: the file was cut off here, or is still being written"


def rows_of_file(file: Path, mapping: LogMapping) -> Iterator[LogRow]:
    rows = _rows_of_file(file, mapping)
    return rows if mapping.pieces is None else whole_texts(rows, mapping.pieces)


def _rows_of_file(file: Path, mapping: LogMapping) -> Iterator[LogRow]:
    with _opened(file) as raw, _as_text(raw, _encoding(file)) as text:
        if is_csv(file):
            reader = _CsvReader(text, _delimiter(file, mapping))
            yield from _csv_rows(reader, _names(reader, file, mapping), str(file))
            return
        if not is_array(file):
            yield from _json_rows(text, str(file))
            return
        whole = text.read(MAX_ARRAY)
    if len(whole) == MAX_ARRAY:
        raise BadInputError(str(file), "is one JSON array too large to be read at once: export JSON Lines")
    yield from _array_rows(whole, str(file))


def rows_of_range(place: ByteRange, mapping: LogMapping) -> Iterator[LogRow]:
    """Lines are counted from where the range begins: nobody has counted those before it."""
    file = Path(place.file)
    if place.end is None:
        yield from islice(rows_of_file(file, mapping), place.skipped, None)
        return
    with file.open("rb") as raw:
        raw.seek(place.begin)
        text = _as_text(io.BytesIO(raw.read(place.end - place.begin)), "utf-8-sig")
    shown = f"{file}, byte {place.begin}"
    if is_csv(file):
        reader = _CsvReader(text, _delimiter(file, mapping))
        yield from _csv_rows(reader, csv_names(file, mapping), shown)
    else:
        yield from _json_rows(text, shown)


def csv_names(file: Path, mapping: LogMapping) -> tuple[str, ...]:
    with _opened(file) as raw, _as_text(raw, _encoding(file)) as text:
        return _names(_CsvReader(text, _delimiter(file, mapping)), file, mapping)


def is_csv(file: Path) -> bool:
    return _plain_name(file).endswith((".csv", ".tsv"))


def is_array(file: Path) -> bool:
    """Whether a file that is no CSV is one array, as consoles export it, and not a row in each line."""
    with _opened(file) as raw:
        return raw.read(64).decode(_encoding(file), "ignore").lstrip().startswith("[")


def is_packed(file: Path) -> bool:
    return file.name.lower().endswith(".gz")


def can_be_cut(file: Path) -> bool:
    """Whether a row can be found from any byte on: in lines of UTF-8 that are not packed."""
    return not is_packed(file) and _encoding(file) == "utf-8-sig" and (is_csv(file) or not is_array(file))


def _plain_name(file: Path) -> str:
    return file.name.lower().removesuffix(".gz")


def _opened(file: Path) -> BinaryIO:
    if is_packed(file):
        return gzip.open(file, "rb")  # type: ignore[return-value]
    return file.open("rb")


def _encoding(file: Path) -> str:
    """Spreadsheets and PowerShell write UTF-16, and say so in the first two bytes."""
    with _opened(file) as raw:
        return "utf-16" if raw.read(2) in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"


def _as_text(raw: BinaryIO, encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(raw, encoding, errors="replace", newline="")


def _json_rows(text: io.TextIOBase, place: str) -> Iterator[LogRow]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        columns = _decoded(line)
        is_cut = columns is None and not line.endswith("\n")
        yield LogRow(f"{place}:{number}", _lower(columns), NO_OBJECT, is_cut)


def _array_rows(text: str, place: str) -> Iterator[LogRow]:
    found = _decoded(text)
    if not isinstance(found, list):
        # Lines that happen to begin with a bracket.
        yield from _json_rows(io.StringIO(text), place)
        return
    for number, columns in enumerate(found):
        yield LogRow(f"{place}[{number}]", _lower(columns), NO_OBJECT)


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def _lower(columns: Any) -> dict[str, Any] | None:
    return (
        {str(name).lower(): value for name, value in columns.items()} if isinstance(columns, dict) else None
    )


class _CsvReader:
    """Rows with the line that each begins in, and whether the file ends within it."""

    def __init__(self, text: io.TextIOBase, delimiter: str) -> None:
        csv.field_size_limit(MAX_CELL)
        self._text, self._delimiter = text, delimiter
        self._lines_of_row: list[str] = []
        self._reader = csv.reader(self._lines(), delimiter=delimiter)

    def _lines(self) -> Iterator[str]:
        for line in self._text:
            self._lines_of_row.append(line)
            yield line

    def header(self) -> list[str]:
        cells: list[str] = next(self._reader, [])
        self._lines_of_row.clear()
        return cells

    def __iter__(self) -> Iterator[tuple[int, list[str], bool]]:
        before = self._reader.line_num
        last: tuple[int, list[str]] | None = None
        lines: list[str] = []
        for cells in self._reader:
            if last is not None:
                yield *last, False
            last, before = (before + 1, cells), self._reader.line_num
            lines, self._lines_of_row = self._lines_of_row, []
        if last is not None:
            yield *last, self._is_open(lines)

    def _is_open(self, lines: list[str]) -> bool:
        """Only a strict reader tells a quote that nobody closed from one that stands for itself."""
        try:
            list(csv.reader(lines, delimiter=self._delimiter, strict=True))
        except csv.Error as error:
            return "end of data" in str(error)
        return False


def _delimiter(file: Path, mapping: LogMapping) -> str:
    if _plain_name(file).endswith(".tsv"):
        return "\t"
    if mapping.header is not None:
        return ","
    with _opened(file) as raw, _as_text(raw, _encoding(file)) as text:
        first = text.readline(10_000)
    # Where a comma separates decimals, tools write semicolons.
    return max(",;\t", key=first.count)


def _names(reader: _CsvReader, file: Path, mapping: LogMapping) -> tuple[str, ...]:
    names = mapping.header or tuple(name.strip().lower() for name in reader.header())
    if not any(name in names for name in mapping.required):
        wanted = ", ".join(mapping.required)
        raise BadInputError(f"{file}:1", f"has no column with {mapping.required_is}: {wanted}")
    if mapping.pieces is None and mapping.piece_number in names:
        raise BadInputError(f"{file}:1", "has texts in pieces: read it with --mapping redshift-text")
    return names


def _csv_rows(reader: _CsvReader, names: tuple[str, ...], place: str) -> Iterator[LogRow]:
    for line, cells, is_cut in reader:
        here = f"{place}:{line}"
        # A quote that nobody closes takes all lines that follow it.
        if is_cut:
            yield LogRow(here, None, CUT_OFF, is_cut=True)
        elif any(cell.strip() for cell in cells):
            # Newer versions of a log have more columns at the end.
            yield LogRow(here, dict(zip(names, cells, strict=False)))
