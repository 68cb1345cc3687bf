"""The queries of a file: SQL with several statements, a JSON object a line, or CSV with a header."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from headwater.cli.offline.texts import FilePlace, FoundText, ReadingProblems, files_in, read_file
from headwater.errors import BadInputError, BadQueryError
from headwater.model.query_log import FIELDS, MAX_SQL, NUMBERS, check
from headwater.model.times import parse_time
from headwater.sql.dialects import dialect_of
from headwater.sql.splitting import split

SUFFIXES = (".sql", ".jsonl", ".ndjson", ".json", ".csv")
# Columns as `pg_stat_statements` and the query histories of warehouses name them.
OTHER_NAMES = {
    "query": "sql",
    "query_text": "sql",
    "statement": "sql",
    "user_name": "user",
    "usename": "user",
    "calls": "count",
    "start_time": "time",
    "database_name": "database",
    "schema_name": "schema",
}
# A log needs a time; here the order of the lines is enough.
NO_TIME = "1970-01-01T00:00:00Z"


def read_queries(paths: list[Path], dialect: str | None, problems: ReadingProblems) -> list[FoundText]:
    found: list[FoundText] = []
    for path in files_in(paths, SUFFIXES):
        found += READERS.get(path.suffix.lower(), _of_sql)(path, dialect, problems)
    return found


def _of_sql(path: Path, dialect: str | None, problems: ReadingProblems) -> Iterator[FoundText]:
    for piece in split(read_file(path), dialect):
        place = FilePlace(str(path), piece.line, piece.column)
        if not piece.closed:
            problems.add(place, "a quote or comment that begins in this statement never ends")
        yield FoundText(piece.text, place, dialect)


def _of_lines(path: Path, dialect: str | None, problems: ReadingProblems) -> Iterator[FoundText]:
    decoder = msgspec.json.Decoder()
    for number, line in enumerate(read_file(path).split("\n"), 1):
        if not line.strip():
            continue
        place = FilePlace(str(path), number)
        try:
            document = decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            problems.add(place, f"is not JSON: {error}")
            continue
        yield from _of_document(document, place, dialect, problems, line)


def _of_array(path: Path, dialect: str | None, problems: ReadingProblems) -> Iterator[FoundText]:
    text = read_file(path)
    try:
        whole = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        # Lines of JSON are often named so too, and say at which line they can't be read.
        yield from _of_lines(path, dialect, problems)
        return
    for document in whole if isinstance(whole, list) else [whole]:
        yield from _of_document(document, FilePlace(str(path), 1), dialect, problems, None)


def _of_document(
    document: Any, place: FilePlace, dialect: str | None, problems: ReadingProblems, raw: str | None
) -> Iterator[FoundText]:
    try:
        given = check({"time": NO_TIME, **document} if isinstance(document, dict) else document)
    except BadQueryError as error:
        problems.add(place, str(error))
        return
    spoken = dialect_of(given.get("dialect"), ()) or dialect
    time = given["time"]
    yield FoundText(
        given["sql"],
        place,
        spoken,
        tuple(given[key] for key in ("database", "schema") if given.get(key)),
        given.get("user"),
        given.get("job"),
        given.get("dashboard"),
        None if time == NO_TIME else parse_time(time),
        given.get("count", 1),
        raw,
    )


def _of_csv(path: Path, dialect: str | None, problems: ReadingProblems) -> Iterator[FoundText]:
    text = read_file(path)
    header = text.partition("\n")[0]
    delimiter = max((",", "\t", ";"), key=header.count)
    csv.field_size_limit(MAX_SQL * 4)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        names = [_column(name) for name in next(rows, [])]
        if "sql" not in names:
            raise BadInputError(f"{path}:1", "a CSV of queries needs a header with a column `sql` or `query`")
        line = rows.line_num + 1
        for row in rows:
            given = dict(zip(names, row, strict=False))
            place = FilePlace(str(path), line)
            line = rows.line_num + 1
            if any(cell.strip() for cell in row):
                yield from _of_document(_numbers(given), place, dialect, problems, None)
    except csv.Error as error:
        raise BadInputError(f"{path}:{rows.line_num}", f"is not CSV: {error}") from error


def _column(name: str) -> str:
    plain = name.strip().strip('"').lower()
    return OTHER_NAMES.get(plain, plain)


def _numbers(row: Mapping[str, str]) -> dict[str, Any]:
    """What is known of a row; an empty cell says nothing."""
    known: dict[str, Any] = {}
    for name, value in row.items():
        if name in FIELDS and name != "tags" and value.strip():
            known[name] = int(value) if name in NUMBERS and value.strip().isdigit() else value
    return known


Reader = Callable[[Path, str | None, ReadingProblems], Iterator[FoundText]]
READERS: dict[str, Reader] = {
    ".jsonl": _of_lines,
    ".ndjson": _of_lines,
    ".json": _of_array,
    ".csv": _of_csv,
}
